ALTER TABLE "targets" RENAME TO "publications";--> statement-breakpoint
ALTER INDEX "targets_pkey" RENAME TO "publications_pkey";--> statement-breakpoint
ALTER TABLE "publications" RENAME CONSTRAINT "targets_post_id_posts_id_fk" TO "publications_post_id_posts_id_fk";--> statement-breakpoint
ALTER TABLE "publications" RENAME CONSTRAINT "targets_social_account_id_social_accounts_id_fk" TO "publications_social_account_id_social_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "metric_feeds" RENAME CONSTRAINT "metric_feeds_target_id_targets_id_fk" TO "metric_feeds_target_id_publications_id_fk";--> statement-breakpoint
ALTER TABLE "metric_snapshots" RENAME CONSTRAINT "metric_snapshots_target_id_targets_id_fk" TO "metric_snapshots_target_id_publications_id_fk";--> statement-breakpoint
ALTER INDEX "targets_post" RENAME TO "publications_post";--> statement-breakpoint
ALTER INDEX "targets_account" RENAME TO "publications_account";--> statement-breakpoint
ALTER INDEX "targets_paced" RENAME TO "publications_paced";--> statement-breakpoint
ALTER INDEX "targets_platform" RENAME TO "publications_platform";--> statement-breakpoint
ALTER INDEX "targets_platform_day" RENAME TO "publications_platform_day";--> statement-breakpoint
ALTER INDEX "targets_correction_owed" RENAME TO "publications_correction_owed";--> statement-breakpoint
DROP INDEX "targets_published";--> statement-breakpoint
DROP INDEX "targets_comment_run";--> statement-breakpoint
DROP INDEX "targets_comment_owed";--> statement-breakpoint
ALTER TABLE "publications" ALTER COLUMN "post_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" RENAME COLUMN "post_state" TO "prepared";--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "target_id" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "step" text DEFAULT 'POST' NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "run_id" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "run_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "publish_attempts" DROP CONSTRAINT "publish_attempts_target_id_targets_id_fk";--> statement-breakpoint
DROP INDEX "publish_attempts_number";--> statement-breakpoint
ALTER TABLE "publish_attempts" RENAME COLUMN "target_id" TO "publication_id";--> statement-breakpoint
INSERT INTO "publications" ("id", "target_id", "step", "order", "social_account_id", "platform", "status", "media_ids",
  "cancel_requested_at", "look_first_since", "external_post_id", "prepared", "position", "republish_unconfirmed", "run_id",
  "run_since", "error_code", "error_message", "attempt_count", "first_comment_attempt", "created_at", "updated_at")
SELECT "id" || ':FIRST_COMMENT', "id", 'FIRST_COMMENT', 1, "social_account_id", "platform",
  CASE WHEN "first_comment_external_id" IS NOT NULL THEN 'PUBLISHED'
    WHEN "first_comment_error" IS NOT NULL THEN 'FAILED'
    WHEN "status" = 'PUBLISHED' AND "first_comment" IS NOT NULL THEN 'PUBLISHING' ELSE 'SCHEDULED' END,
  '[]', CASE WHEN "comment_run_since" > "cancel_requested_at" THEN NULL ELSE "cancel_requested_at" END,
  CASE WHEN "first_comment_external_id" IS NULL THEN "look_first_since" END, "first_comment_external_id", "comment_state",
  CASE WHEN "position" ->> 'step' = 'FIRST_COMMENT' THEN "position" END, false, "comment_run_id", "comment_run_since",
  substring("first_comment_error" FROM '^([A-Z_]+): '), regexp_replace("first_comment_error", '^[A-Z_]+: ', ''),
  "first_comment_attempt", 0, "created_at", "updated_at"
FROM "publications" "target"
WHERE "first_comment" IS NOT NULL OR "first_comment_attempt" > 0 OR "comment_state" IS NOT NULL OR EXISTS (
  SELECT FROM "publish_attempts" WHERE "publication_id" = "target"."id" AND "publish_attempts"."step" = 'FIRST_COMMENT');--> statement-breakpoint
UPDATE "publications" SET "position" = CASE
  WHEN "publications"."step" = "position" ->> 'step' THEN "position" - 'step' END WHERE "position" IS NOT NULL;--> statement-breakpoint
UPDATE "publications" SET "look_first_since" = NULL WHERE "status" = 'PUBLISHED' AND "look_first_since" IS NOT NULL;--> statement-breakpoint
UPDATE "publish_attempts" SET "publication_id" = "publication_id" || ':FIRST_COMMENT' WHERE "step" = 'FIRST_COMMENT';--> statement-breakpoint
ALTER TABLE "publish_attempts" DROP COLUMN "step";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "first_comment_error";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "first_comment_attempt";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "first_comment_external_id";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "comment_state";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "comment_run_id";--> statement-breakpoint
ALTER TABLE "publications" DROP COLUMN "comment_run_since";--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_target_id_publications_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD CONSTRAINT "publish_attempts_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publications_target" ON "publications" USING btree ("target_id","order") WHERE "publications"."target_id" is not null;--> statement-breakpoint
CREATE INDEX "publications_published" ON "publications" USING btree ("published_at") WHERE "publications"."published_at" is not null and "publications"."target_id" is null and "publications"."reply_to" is null;--> statement-breakpoint
CREATE INDEX "publications_run" ON "publications" USING btree ("run_since") WHERE "publications"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "publications_following" ON "publications" USING btree ("updated_at") WHERE "publications"."target_id" is not null and "publications"."status" = 'PUBLISHING';--> statement-breakpoint
CREATE UNIQUE INDEX "publish_attempts_number" ON "publish_attempts" USING btree ("publication_id","number");
