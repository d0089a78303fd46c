ALTER TABLE "media_assets" ADD COLUMN "uploader_user_id" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "approved_alt_texts" jsonb;--> statement-breakpoint
ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_uploader_user_id_users_id_fk" FOREIGN KEY ("uploader_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;