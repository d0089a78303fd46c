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
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "media_assets" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"alt_text" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_references" (
	"workspace_id" text NOT NULL,
	"client_reference_id" text NOT NULL,
	"post_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"created_via_api" boolean NOT NULL,
	"created_via_flat_shape" boolean NOT NULL,
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
	"published_at" timestamp (3) with time zone,
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
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"timeline_number" bigint DEFAULT nextval('timeline_sequence') NOT NULL
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
	"paced_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
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
	"payload" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_cancellations" (
	"workflow_id" text PRIMARY KEY NOT NULL,
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
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_key_workspaces" ADD CONSTRAINT "api_key_workspaces_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_workspaces" ADD CONSTRAINT "api_key_workspaces_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_references" ADD CONSTRAINT "client_references_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_media_asset_id_media_assets_id_fk" FOREIGN KEY ("media_asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_approved_by_user_id_users_id_fk" FOREIGN KEY ("approved_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_events" ADD CONSTRAINT "post_events_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD CONSTRAINT "publish_attempts_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "media_assets_workspace_created" ON "media_assets" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_references_unique" ON "client_references" USING btree ("workspace_id","client_reference_id");--> statement-breakpoint
CREATE INDEX "post_media_asset" ON "post_media" USING btree ("media_asset_id");--> statement-breakpoint
CREATE INDEX "posts_workspace_created" ON "posts" USING btree ("workspace_id","created_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_workspace_scheduled" ON "posts" USING btree ("workspace_id","scheduled_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_workspace_status" ON "posts" USING btree ("workspace_id","status","created_at","id") WHERE "posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "posts_pending" ON "posts" USING btree ("pending_since") WHERE "posts"."pending_workflow_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_overdue" ON "posts" USING btree ("status","scheduled_at") WHERE "posts"."status" in ('SCHEDULED', 'PUBLISHING');--> statement-breakpoint
CREATE INDEX "targets_post" ON "targets" USING btree ("post_id","order");--> statement-breakpoint
CREATE INDEX "targets_account" ON "targets" USING btree ("social_account_id","published_at");--> statement-breakpoint
CREATE INDEX "targets_platform" ON "targets" USING btree ("platform","post_id");--> statement-breakpoint
CREATE INDEX "targets_comment_run" ON "targets" USING btree ("comment_run_since") WHERE "targets"."comment_run_id" is not null;--> statement-breakpoint
CREATE INDEX "post_events_post" ON "post_events" USING btree ("post_id","at","timeline_number");--> statement-breakpoint
CREATE UNIQUE INDEX "publish_attempts_number" ON "publish_attempts" USING btree ("target_id","step","number");--> statement-breakpoint
CREATE INDEX "publish_attempts_finished" ON "publish_attempts" USING btree ("finished_at") WHERE "publish_attempts"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "social_accounts_identity" ON "social_accounts" USING btree ("workspace_id","platform","external_account_id") WHERE "social_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "social_accounts_workspace_created" ON "social_accounts" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
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
CREATE INDEX "workflow_cancellations_requested" ON "workflow_cancellations" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_user_workspace" ON "memberships" USING btree ("user_id","workspace_id");--> statement-breakpoint
CREATE INDEX "memberships_workspace" ON "memberships" USING btree ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_slug" ON "workspaces" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "workspaces_created" ON "workspaces" USING btree ("created_at","id");