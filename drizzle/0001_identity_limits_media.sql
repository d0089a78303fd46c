CREATE TABLE "billing_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"workspace_add_ons" integer NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"credential_id" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"request_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"locked_until" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"workspace_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_credential_id_operation_key_pk" PRIMARY KEY("credential_id","operation","key")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by_user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_renditions" (
	"media_asset_id" text NOT NULL,
	"recipe_hash" text NOT NULL,
	"storage_key" text NOT NULL,
	"mime" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"has_alpha" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_renditions_media_asset_id_recipe_hash_pk" PRIMARY KEY("media_asset_id","recipe_hash")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"subject" text PRIMARY KEY NOT NULL,
	"checked_at_ms" bigint NOT NULL,
	"allowed" boolean NOT NULL,
	"burst_at_ms" bigint[] NOT NULL,
	"burst_counts" integer[] NOT NULL,
	"sustained_at_ms" bigint[] NOT NULL,
	"sustained_counts" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_sign_ins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"opened_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_throttles" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL,
	"last_attempt_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_passwords" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monthly_usage" (
	"workspace_id" text NOT NULL,
	"month" text NOT NULL,
	"posts" integer NOT NULL,
	"api_posts" integer NOT NULL,
	CONSTRAINT "monthly_usage_workspace_id_month_pk" PRIMARY KEY("workspace_id","month")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "workspace_id" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "kind" text DEFAULT 'IMAGE' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "status" text DEFAULT 'READY' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "mime" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "size_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "original_filename" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "storage_key" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "thumbnail_key" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "upload_key" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "upload_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "multipart_id" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "part_size_bytes" integer;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "processing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "failure" jsonb;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "rejection_reason" text;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "pace_step_ms" integer;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "retry_owed_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "post_id" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "require_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_renditions" ADD CONSTRAINT "media_renditions_media_asset_id_media_assets_id_fk" FOREIGN KEY ("media_asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_sign_ins" ADD CONSTRAINT "one_time_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_passwords" ADD CONSTRAINT "user_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_usage" ADD CONSTRAINT "monthly_usage_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree ("workspace_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_workspace_created" ON "invitations" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "one_time_sign_ins_user" ON "one_time_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_throttles_last" ON "sign_in_throttles" USING btree ("last_attempt_at");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_workspace_created" ON "api_keys" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "media_assets_unfinished" ON "media_assets" USING btree ("created_at") WHERE "media_assets"."status" in ('PENDING_UPLOAD', 'PROCESSING') or "media_assets"."upload_key" is not null;--> statement-breakpoint
CREATE INDEX "media_assets_to_purge" ON "media_assets" USING btree ("deleted_at") WHERE "media_assets"."deleted_at" is not null and "media_assets"."storage_key" is not null;--> statement-breakpoint
CREATE INDEX "targets_paced" ON "targets" USING btree ("social_account_id","pace_slot_at") WHERE "targets"."pace_slot_at" is not null;--> statement-breakpoint
CREATE INDEX "social_accounts_retry_owed" ON "social_accounts" USING btree ("retry_owed_since") WHERE "social_accounts"."retry_owed_since" is not null;--> statement-breakpoint
ALTER TABLE "rate_limits" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "rate_limits" SET (fillfactor = 50);
