DROP INDEX "posts_workspace_created";--> statement-breakpoint
DROP INDEX "posts_workspace_scheduled";--> statement-breakpoint
DROP INDEX "posts_workspace_status";--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "reading_pages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "reading_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "known_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "whole_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "gone_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "posts_workspace_created" ON "posts" USING btree ("workspace_id","created_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_workspace_scheduled" ON "posts" USING btree ("workspace_id","scheduled_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_workspace_status" ON "posts" USING btree ("workspace_id","status","created_at","id") WHERE "posts"."deleted_at" is null;