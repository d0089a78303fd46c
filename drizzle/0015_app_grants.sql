CREATE TABLE "app_grants" (
	"api_key_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"place" text NOT NULL,
	"is_verified" boolean NOT NULL,
	"resource" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"code_hash" "bytea" NOT NULL,
	"code_expires_at" timestamp (3) with time zone NOT NULL,
	"code_used_at" timestamp (3) with time zone,
	"code_challenge" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"family_hash" "bytea",
	"refresh_hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "app_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_grants" ADD CONSTRAINT "app_grants_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_tokens" ADD CONSTRAINT "app_tokens_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_grants_code" ON "app_grants" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "app_grants_family" ON "app_grants" USING btree ("family_hash");--> statement-breakpoint
CREATE INDEX "app_tokens_key" ON "app_tokens" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "app_tokens_expires" ON "app_tokens" USING btree ("expires_at");