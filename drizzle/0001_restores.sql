CREATE TABLE "restores" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"since" timestamp (3) with time zone NOT NULL,
	"restored_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"treated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "restores_untreated" ON "restores" USING btree ("id") WHERE "restores"."treated_at" is null;