DROP INDEX "publish_attempts_finished";--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "cancel_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "look_first_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "published_caption" text;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "account_identity" text;--> statement-breakpoint
UPDATE "publish_attempts" SET "account_identity" = "social_accounts"."platform" || ':' || "social_accounts"."external_account_id"
FROM "targets" JOIN "social_accounts" ON "social_accounts"."id" = "targets"."social_account_id"
WHERE "targets"."id" = "publish_attempts"."target_id";--> statement-breakpoint
ALTER TABLE "publish_attempts" ALTER COLUMN "account_identity" SET NOT NULL;--> statement-breakpoint
-- Two attempts that claim one publication: the earlier one has it, and the targets keep what they show.
UPDATE "publish_attempts" SET "external_id" = NULL
WHERE "external_id" IS NOT NULL AND EXISTS (
  SELECT FROM "publish_attempts" AS "earlier"
  WHERE "earlier"."account_identity" = "publish_attempts"."account_identity"
    AND "earlier"."external_id" = "publish_attempts"."external_id"
    AND ("earlier"."finished_at", "earlier"."id") < ("publish_attempts"."finished_at", "publish_attempts"."id"));--> statement-breakpoint
UPDATE "targets" SET "published_caption" = "publish_attempts"."sent_text" FROM "publish_attempts"
WHERE "publish_attempts"."target_id" = "targets"."id" AND "publish_attempts"."step" = 'POST'
  AND "publish_attempts"."outcome" = 'PUBLISHED';--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "assumed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "publish_attempts_external_id" ON "publish_attempts" USING btree ("account_identity","external_id") WHERE "publish_attempts"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "publish_attempts_open" ON "publish_attempts" USING btree ("account_identity","started_at") WHERE "publish_attempts"."outcome" is null or "publish_attempts"."outcome" in ('AMBIGUOUS', 'UNCONFIRMED');--> statement-breakpoint
CREATE INDEX "publish_attempts_finished" ON "publish_attempts" USING btree ("account_identity","finished_at") WHERE "publish_attempts"."external_id" is not null;