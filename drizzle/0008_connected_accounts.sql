ALTER TABLE "social_accounts" ADD COLUMN "avatar_url" text;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "grant_id" text;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "scopes" jsonb;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "missing_scopes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "token_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "refresh_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "reconnect_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "last_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "last_error" text;--> statement-breakpoint
CREATE INDEX "social_accounts_refresh_due" ON "social_accounts" USING btree ("refresh_due_at") WHERE "social_accounts"."refresh_due_at" is not null and "social_accounts"."deleted_at" is null;