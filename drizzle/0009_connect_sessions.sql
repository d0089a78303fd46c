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
ALTER TABLE "connect_candidates" ADD CONSTRAINT "connect_candidates_session_id_connect_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."connect_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD CONSTRAINT "connect_sessions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD CONSTRAINT "connect_sessions_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD CONSTRAINT "connect_sessions_bound_user_id_users_id_fk" FOREIGN KEY ("bound_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connect_candidates_account" ON "connect_candidates" USING btree ("session_id","external_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connect_sessions_state" ON "connect_sessions" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "connect_sessions_expires" ON "connect_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connect_sessions_workspace" ON "connect_sessions" USING btree ("workspace_id");