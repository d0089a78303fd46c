ALTER TABLE "comment_feeds" ADD COLUMN "reading_pages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "reading_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "known_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "whole_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD COLUMN "gone_since" timestamp (3) with time zone;
