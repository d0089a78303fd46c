CREATE TABLE "foreign_media" (
	"media_asset_id" text NOT NULL,
	"post_id" text NOT NULL,
	CONSTRAINT "foreign_media_media_asset_id_post_id_pk" PRIMARY KEY("media_asset_id","post_id")
);
--> statement-breakpoint
ALTER TABLE "foreign_media" ADD CONSTRAINT "foreign_media_media_asset_id_media_assets_id_fk" FOREIGN KEY ("media_asset_id") REFERENCES "public"."media_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_media" ADD CONSTRAINT "foreign_media_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "foreign_media_post" ON "foreign_media" USING btree ("post_id");