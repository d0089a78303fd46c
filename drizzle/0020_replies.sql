ALTER TABLE "publications" ADD COLUMN "workspace_id" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "reply_publication_id" text;--> statement-breakpoint
ALTER TABLE "post_events" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "post_events" ALTER COLUMN "post_id" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "posts_ended";--> statement-breakpoint
DROP INDEX "comments_reply_post";--> statement-breakpoint
UPDATE "post_events" SET "publication_id" = "publications"."id", "post_id" = NULL FROM "publications", "posts"
WHERE "publications"."post_id" = "posts"."id" AND "post_events"."post_id" = "posts"."id" AND "posts"."reply_comment_id" IS NOT NULL;--> statement-breakpoint
UPDATE "comments" SET "reply_publication_id" = "publications"."id" FROM "publications"
WHERE "publications"."post_id" = "comments"."reply_post_id";--> statement-breakpoint
UPDATE "client_references" SET "post_id" = "publications"."id" FROM "publications", "posts"
WHERE "publications"."post_id" = "posts"."id" AND "client_references"."post_id" = "posts"."id" AND "posts"."reply_comment_id" IS NOT NULL;--> statement-breakpoint
UPDATE "publications" SET "post_id" = NULL, "workspace_id" = "posts"."workspace_id",
  "caption_override" = coalesce("publications"."caption_override", "posts"."caption"), "runs" = "posts"."generation"
FROM "posts" WHERE "posts"."id" = "publications"."post_id" AND "posts"."reply_comment_id" IS NOT NULL
  AND ("posts"."deleted_at" IS NOT NULL OR "posts"."status" NOT IN ('SCHEDULED', 'PUBLISHING'));--> statement-breakpoint
UPDATE "publications" SET "post_id" = NULL, "workspace_id" = "posts"."workspace_id",
  "caption_override" = coalesce("publications"."caption_override", "posts"."caption"), "runs" = "posts"."generation" + 1,
  "run_id" = 'publish-post:' || "publications"."id" || ':' || ("posts"."generation" + 1), "run_since" = now(), "position" = NULL
FROM "posts" WHERE "posts"."id" = "publications"."post_id" AND "posts"."reply_comment_id" IS NOT NULL;--> statement-breakpoint
DELETE FROM "posts" WHERE "reply_comment_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "reply_comment_id";--> statement-breakpoint
ALTER TABLE "comments" DROP COLUMN "reply_post_id";--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_publication_id_publications_id_fk" FOREIGN KEY ("reply_publication_id") REFERENCES "public"."publications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_events" ADD CONSTRAINT "post_events_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_ended" ON "posts" USING btree ("created_at") WHERE "posts"."status" in ('PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED') and "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "publications_workspace" ON "publications" USING btree ("workspace_id") WHERE "publications"."workspace_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_reply" ON "comments" USING btree ("reply_publication_id") WHERE "comments"."reply_publication_id" is not null;--> statement-breakpoint
CREATE INDEX "post_events_publication" ON "post_events" USING btree ("publication_id","at","timeline_number") WHERE "post_events"."publication_id" is not null;
