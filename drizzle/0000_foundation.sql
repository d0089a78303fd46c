CREATE SEQUENCE "public"."timeline_sequence" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "api_key_workspaces" (
	"api_key_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	CONSTRAINT "api_key_workspaces_api_key_id_workspace_id_pk" PRIMARY KEY("api_key_id","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"workspace_id" text,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_user_id" text,
	"actor_name" text,
	"api_key_id" text,
	"api_key_name" text,
	"network" text,
	"request_id" text,
	"subject_id" text NOT NULL,
	"subject_name" text,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"workspace_add_ons" integer NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"release_due_at" timestamp (3) with time zone,
	"releasing_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "comment_calls" (
	"platform" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"calls_at" timestamp (3) with time zone,
	"spent_until" timestamp (3) with time zone,
	CONSTRAINT "comment_calls_platform_sandbox_pk" PRIMARY KEY("platform","sandbox")
);
--> statement-breakpoint
CREATE TABLE "comment_feeds" (
	"social_account_id" text NOT NULL,
	"external_post_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"target_id" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"read_fully_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"reading_pages" integer DEFAULT 0 NOT NULL,
	"reading_until" timestamp (3) with time zone,
	"known_until" timestamp (3) with time zone,
	"whole_asked_at" timestamp (3) with time zone,
	"gone_since" timestamp (3) with time zone,
	"digest" text,
	CONSTRAINT "comment_feeds_social_account_id_external_post_id_pk" PRIMARY KEY("social_account_id","external_post_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"social_account_id" text NOT NULL,
	"platform" text NOT NULL,
	"post_id" text,
	"target_id" text,
	"external_post_id" text NOT NULL,
	"external_comment_id" text,
	"parent_external_id" text,
	"author_external_id" text,
	"author_handle" text,
	"author_name" text,
	"author_avatar_url" text,
	"text" text NOT NULL,
	"mine" boolean NOT NULL,
	"can_reply" boolean NOT NULL,
	"reference" jsonb,
	"external_url" text,
	"reply_post_id" text,
	"read_at" timestamp (3) with time zone,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"announce_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "connect_candidates" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"position" integer NOT NULL,
	"external_account_id" text NOT NULL,
	"handle" text NOT NULL,
	"display_name" text,
	"avatar_url" text,
	"service_url" text,
	"credentials" text,
	"token_expires_at" timestamp (3) with time zone,
	"refresh_by" timestamp (3) with time zone,
	"refresh_not_before" timestamp (3) with time zone,
	"reconnect_by" timestamp (3) with time zone,
	"scopes" jsonb,
	"missing_scopes" jsonb NOT NULL,
	"reason" text,
	"imported_account_id" text,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "connect_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"social_account_id" text,
	"sandbox" boolean NOT NULL,
	"status" text NOT NULL,
	"bound_user_id" text,
	"ticket_hash" "bytea",
	"ticket" text,
	"browser_hash" "bytea",
	"asked_by" text,
	"return_url" text,
	"redirect_uri" text,
	"state_hash" "bytea",
	"authorize_url" text,
	"code_verifier" text,
	"carried" text,
	"exchanging_since" timestamp (3) with time zone,
	"credential_tries" integer NOT NULL,
	"error_code" text,
	"error_message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"credential_id" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"request_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"locked_until" timestamp (3) with time zone NOT NULL,
	"bound_to" text,
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
CREATE TABLE "key_checks" (
	"key_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_assets" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text DEFAULT 'IMAGE' NOT NULL,
	"status" text DEFAULT 'READY' NOT NULL,
	"mime" text,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"facts" jsonb,
	"sha256" text,
	"alt_text" text,
	"original_filename" text,
	"storage_key" text,
	"thumbnail_key" text,
	"upload_key" text,
	"upload_expires_at" timestamp (3) with time zone,
	"uploader_user_id" text,
	"multipart_id" text,
	"part_size_bytes" integer,
	"processing_since" timestamp (3) with time zone,
	"failure" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
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
CREATE TABLE "client_references" (
	"workspace_id" text NOT NULL,
	"client_reference_id" text NOT NULL,
	"post_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "foreign_media" (
	"media_asset_id" text NOT NULL,
	"post_id" text NOT NULL,
	CONSTRAINT "foreign_media_media_asset_id_post_id_pk" PRIMARY KEY("media_asset_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "post_media" (
	"post_id" text NOT NULL,
	"media_asset_id" text NOT NULL,
	"order" integer NOT NULL,
	"alt_text" text,
	CONSTRAINT "post_media_post_id_order_pk" PRIMARY KEY("post_id","order")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"created_by_user_id" text NOT NULL,
	"status" text NOT NULL,
	"caption" text,
	"scheduled_at" timestamp (3) with time zone,
	"timezone" text,
	"generation" integer NOT NULL,
	"workflow_id" text,
	"pending_workflow_id" text,
	"pending_since" timestamp (3) with time zone,
	"approved_by_user_id" text,
	"approved_at" timestamp (3) with time zone,
	"approved_alt_texts" jsonb,
	"media_alt_text" jsonb,
	"rejection_reason" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_via_api" boolean NOT NULL,
	"created_via_flat_shape" boolean NOT NULL,
	"reply_comment_id" text,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "targets" (
	"id" text PRIMARY KEY NOT NULL,
	"post_id" text NOT NULL,
	"order" integer NOT NULL,
	"social_account_id" text NOT NULL,
	"platform" text NOT NULL,
	"status" text NOT NULL,
	"caption_override" text,
	"first_comment" text,
	"first_comment_error" text,
	"first_comment_attempt" integer NOT NULL,
	"first_comment_external_id" text,
	"platform_options" jsonb,
	"media_ids" jsonb NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"reply_to" jsonb,
	"cancel_requested_at" timestamp (3) with time zone,
	"look_first_since" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"published_caption" text,
	"correction_owed_since" timestamp (3) with time zone,
	"external_post_id" text,
	"external_url" text,
	"external_reference" jsonb,
	"post_state" jsonb,
	"comment_state" jsonb,
	"pace_slot_at" timestamp (3) with time zone,
	"republish_unconfirmed" boolean NOT NULL,
	"comment_run_id" text,
	"comment_run_since" timestamp (3) with time zone,
	"error_code" text,
	"error_message" text,
	"attempt_count" integer NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "post_events" (
	"timeline_number" bigint PRIMARY KEY DEFAULT nextval('timeline_sequence') NOT NULL,
	"post_id" text NOT NULL,
	"target_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_user_id" text,
	"request_id" text,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publish_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"target_id" text NOT NULL,
	"step" text NOT NULL,
	"account_identity" text NOT NULL,
	"generation" integer NOT NULL,
	"number" integer NOT NULL,
	"workflow_id" text NOT NULL,
	"sent_text" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"finished_at" timestamp (3) with time zone,
	"error_code" text,
	"error_message" text,
	"external_id" text,
	"assumed" boolean DEFAULT false NOT NULL,
	"timeline_number" bigint DEFAULT nextval('timeline_sequence') NOT NULL
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
CREATE TABLE "social_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"external_account_id" text NOT NULL,
	"handle" text NOT NULL,
	"display_name" text,
	"status" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"service_url" text,
	"credentials" text,
	"credentials_version" integer NOT NULL,
	"avatar_url" text,
	"grant_id" text,
	"scopes" jsonb,
	"missing_scopes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"token_expires_at" timestamp (3) with time zone,
	"refresh_by" timestamp (3) with time zone,
	"refresh_due_at" timestamp (3) with time zone,
	"refresh_failures" integer DEFAULT 0 NOT NULL,
	"reconnect_by" timestamp (3) with time zone,
	"last_checked_at" timestamp (3) with time zone,
	"last_error" text,
	"paced_until" timestamp (3) with time zone,
	"pace_step_ms" integer,
	"retry_owed_since" timestamp (3) with time zone,
	"reads_comments" boolean,
	"comments_since" timestamp (3) with time zone,
	"comments_refreshed_at" timestamp (3) with time zone,
	"comments_paused_until" timestamp (3) with time zone,
	"comments_calls_at" timestamp (3) with time zone,
	"push_version" integer,
	"paid_reads_month" text,
	"paid_reads" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"purge_requested_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sweep_debts" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"looks" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sweep_debts_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"lease_until" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
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
CREATE TABLE "webhook_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"workflow_id" text NOT NULL,
	"step" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"outcome" text NOT NULL,
	"status_code" integer,
	"error" text,
	"response_text" text,
	"wait_ms" integer
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"status" text NOT NULL,
	"dead_reason" text,
	"generation" integer NOT NULL,
	"attempt_count" integer NOT NULL,
	"failures" integer NOT NULL,
	"workflow_id" text,
	"pending_workflow_id" text,
	"pending_since" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[],
	"description" text,
	"secret" text,
	"previous_secret" text,
	"previous_secret_expires_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"first_failure_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"type" text NOT NULL,
	"post_id" text,
	"social_account_id" text,
	"payload" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_cancellations" (
	"workflow_id" text PRIMARY KEY NOT NULL,
	"terminate" boolean DEFAULT false NOT NULL,
	"only_ask" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"installation_role" text DEFAULT 'MEMBER' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"plan" text NOT NULL,
	"require_approval" boolean DEFAULT false NOT NULL,
	"brand" jsonb,
	"created_by_user_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_key_workspaces" ADD CONSTRAINT "api_key_workspaces_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_workspaces" ADD CONSTRAINT "api_key_workspaces_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD CONSTRAINT "comment_feeds_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD CONSTRAINT "comment_feeds_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_post_id_posts_id_fk" FOREIGN KEY ("reply_post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_candidates" ADD CONSTRAINT "connect_candidates_session_id_connect_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."connect_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD CONSTRAINT "connect_sessions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD CONSTRAINT "connect_sessions_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD CONSTRAINT "connect_sessions_bound_user_id_users_id_fk" FOREIGN KEY ("bound_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_uploader_user_id_users_id_fk" FOREIGN KEY ("uploader_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_renditions" ADD CONSTRAINT "media_renditions_media_asset_id_media_assets_id_fk" FOREIGN KEY ("media_asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_references" ADD CONSTRAINT "client_references_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_media" ADD CONSTRAINT "foreign_media_media_asset_id_media_assets_id_fk" FOREIGN KEY ("media_asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_media" ADD CONSTRAINT "foreign_media_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_media_asset_id_media_assets_id_fk" FOREIGN KEY ("media_asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_approved_by_user_id_users_id_fk" FOREIGN KEY ("approved_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_events" ADD CONSTRAINT "post_events_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD CONSTRAINT "publish_attempts_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_sign_ins" ADD CONSTRAINT "one_time_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_passwords" ADD CONSTRAINT "user_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_usage" ADD CONSTRAINT "monthly_usage_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_keys_workspace_created" ON "api_keys" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_workspace_created" ON "audit_log" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "billing_accounts_release_due" ON "billing_accounts" USING btree ("release_due_at") WHERE "billing_accounts"."release_due_at" is not null;--> statement-breakpoint
CREATE INDEX "comment_feeds_due" ON "comment_feeds" USING btree ("due_at") WHERE "comment_feeds"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_external" ON "comments" USING btree ("social_account_id","external_comment_id") WHERE "comments"."external_comment_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_workspace_posted" ON "comments" USING btree ("workspace_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "comments_unread" ON "comments" USING btree ("workspace_id","posted_at","id") WHERE "comments"."read_at" is null and not "comments"."mine";--> statement-breakpoint
CREATE INDEX "comments_of_post" ON "comments" USING btree ("post_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "comments_thread" ON "comments" USING btree ("social_account_id","external_post_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "comments_answers" ON "comments" USING btree ("social_account_id","parent_external_id") WHERE "comments"."parent_external_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_own_answers" ON "comments" USING btree ("social_account_id","parent_external_id","posted_at","id") WHERE "comments"."mine" and "comments"."parent_external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_reply_post" ON "comments" USING btree ("reply_post_id") WHERE "comments"."reply_post_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_announce" ON "comments" USING btree ("announce_since","posted_at","id") WHERE "comments"."announce_since" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "connect_candidates_account" ON "connect_candidates" USING btree ("session_id","external_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connect_sessions_state" ON "connect_sessions" USING btree ("state_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "connect_sessions_ticket" ON "connect_sessions" USING btree ("ticket_hash");--> statement-breakpoint
CREATE INDEX "connect_sessions_expires" ON "connect_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connect_sessions_ended" ON "connect_sessions" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "connect_sessions_workspace" ON "connect_sessions" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree ("workspace_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_workspace_created" ON "invitations" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "media_assets_workspace_created" ON "media_assets" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "media_assets_unfinished" ON "media_assets" USING btree ("created_at") WHERE "media_assets"."status" in ('PENDING_UPLOAD', 'PROCESSING') or "media_assets"."upload_key" is not null;--> statement-breakpoint
CREATE INDEX "media_assets_to_purge" ON "media_assets" USING btree ("deleted_at") WHERE "media_assets"."deleted_at" is not null and "media_assets"."storage_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "client_references_unique" ON "client_references" USING btree ("workspace_id","client_reference_id");--> statement-breakpoint
CREATE INDEX "foreign_media_post" ON "foreign_media" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "post_media_asset" ON "post_media" USING btree ("media_asset_id");--> statement-breakpoint
CREATE INDEX "posts_workspace_created" ON "posts" USING btree ("workspace_id","created_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_workspace_scheduled" ON "posts" USING btree ("workspace_id","scheduled_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_workspace_status" ON "posts" USING btree ("workspace_id","status","created_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_metadata" ON "posts" USING gin ("metadata" jsonb_path_ops) WHERE "posts"."metadata" <> '{}'::jsonb;--> statement-breakpoint
CREATE INDEX "posts_pending" ON "posts" USING btree ("pending_since") WHERE "posts"."pending_workflow_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_overdue" ON "posts" USING btree ("status","scheduled_at") WHERE "posts"."status" in ('SCHEDULED', 'PUBLISHING');--> statement-breakpoint
CREATE INDEX "targets_post" ON "targets" USING btree ("post_id","order");--> statement-breakpoint
CREATE INDEX "targets_published" ON "targets" USING btree ("published_at") WHERE "targets"."published_at" is not null and "targets"."reply_to" is null;--> statement-breakpoint
CREATE INDEX "targets_account" ON "targets" USING btree ("social_account_id","published_at");--> statement-breakpoint
CREATE INDEX "targets_paced" ON "targets" USING btree ("social_account_id","pace_slot_at") WHERE "targets"."pace_slot_at" is not null;--> statement-breakpoint
CREATE INDEX "targets_platform" ON "targets" USING btree ("platform","post_id");--> statement-breakpoint
CREATE INDEX "targets_platform_day" ON "targets" USING btree ("platform","scheduled_for") WHERE "targets"."status" in ('SCHEDULED', 'PUBLISHING', 'PUBLISHED');--> statement-breakpoint
CREATE INDEX "targets_comment_run" ON "targets" USING btree ("comment_run_since") WHERE "targets"."comment_run_id" is not null;--> statement-breakpoint
CREATE INDEX "targets_correction_owed" ON "targets" USING btree ("correction_owed_since") WHERE "targets"."correction_owed_since" is not null;--> statement-breakpoint
CREATE INDEX "targets_comment_owed" ON "targets" USING btree ("updated_at") WHERE "targets"."status" = 'PUBLISHED' and "targets"."first_comment" is not null and "targets"."first_comment_external_id" is null and "targets"."first_comment_error" is null;--> statement-breakpoint
CREATE INDEX "post_events_post" ON "post_events" USING btree ("post_id","at","timeline_number");--> statement-breakpoint
CREATE UNIQUE INDEX "publish_attempts_number" ON "publish_attempts" USING btree ("target_id","step","number");--> statement-breakpoint
CREATE UNIQUE INDEX "publish_attempts_external_id" ON "publish_attempts" USING btree ("account_identity","external_id") WHERE "publish_attempts"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "publish_attempts_finished" ON "publish_attempts" USING btree ("account_identity","finished_at") WHERE "publish_attempts"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "publish_attempts_open" ON "publish_attempts" USING btree ("account_identity","started_at") WHERE "publish_attempts"."outcome" is null or "publish_attempts"."outcome" in ('AMBIGUOUS', 'UNCONFIRMED');--> statement-breakpoint
CREATE INDEX "one_time_sign_ins_user" ON "one_time_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_throttles_last" ON "sign_in_throttles" USING btree ("last_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "social_accounts_identity" ON "social_accounts" USING btree ("workspace_id","platform","external_account_id") WHERE "social_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "social_accounts_external" ON "social_accounts" USING btree ("platform","external_account_id");--> statement-breakpoint
CREATE INDEX "social_accounts_workspace_created" ON "social_accounts" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "social_accounts_refresh_due" ON "social_accounts" USING btree ("refresh_due_at") WHERE "social_accounts"."refresh_due_at" is not null and "social_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "social_accounts_life_unknown" ON "social_accounts" USING btree ("platform","id") WHERE "social_accounts"."refresh_due_at" is null and "social_accounts"."last_checked_at" is null and "social_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "social_accounts_purge_owed" ON "social_accounts" USING btree ("purge_requested_at") WHERE "social_accounts"."purge_requested_at" is not null;--> statement-breakpoint
CREATE INDEX "social_accounts_retry_owed" ON "social_accounts" USING btree ("retry_owed_since") WHERE "social_accounts"."retry_owed_since" is not null;--> statement-breakpoint
CREATE INDEX "sweep_debts_next" ON "sweep_debts" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_attempts_number" ON "webhook_attempts" USING btree ("delivery_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_attempts_step" ON "webhook_attempts" USING btree ("delivery_id","workflow_id","step");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event_endpoint" ON "webhook_deliveries" USING btree ("event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_created" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_dead" ON "webhook_deliveries" USING btree ("endpoint_id","created_at") WHERE "webhook_deliveries"."status" = 'DEAD';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("pending_since") WHERE "webhook_deliveries"."pending_workflow_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_overdue" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE "webhook_deliveries"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_workspace" ON "webhook_endpoints" USING btree ("workspace_id","created_at","id") WHERE "webhook_endpoints"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_events_created" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_workspace" ON "webhook_events" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "webhook_events_account" ON "webhook_events" USING btree ("social_account_id") WHERE "webhook_events"."social_account_id" is not null;--> statement-breakpoint
CREATE INDEX "workflow_cancellations_requested" ON "workflow_cancellations" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_user_workspace" ON "memberships" USING btree ("user_id","workspace_id");--> statement-breakpoint
CREATE INDEX "memberships_workspace" ON "memberships" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_slug" ON "workspaces" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "workspaces_created" ON "workspaces" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "workspaces_creator" ON "workspaces" USING btree ("created_by_user_id");--> statement-breakpoint
ALTER TABLE "rate_limits" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "rate_limits" SET (fillfactor = 50);
