ALTER TABLE "comments" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "purge_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "social_account_id" text;--> statement-breakpoint
CREATE INDEX "comments_own_answers" ON "comments" USING btree ("social_account_id","parent_external_id","posted_at","id") WHERE "comments"."mine" and "comments"."parent_external_id" is not null;--> statement-breakpoint
CREATE INDEX "social_accounts_purge_owed" ON "social_accounts" USING btree ("purge_requested_at") WHERE "social_accounts"."purge_requested_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_account" ON "webhook_events" USING btree ("social_account_id") WHERE "webhook_events"."social_account_id" is not null;
