/**
 * What Meta's description of the Graph API knows: facebook/facebook-business-sdk-codegen, `api_specs/specs`, commit
 * ad2b0b6 of 2026-04-15. By method and edge the names of the parameters, by object the names of the fields.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

export const parameters: Readonly<Record<string, ReadonlySet<string>>> = {
  'POST feed': words(`
    actions album_id android_key_hash application_id asked_fun_fact_prompt_id asset3d_id associated_id
    attach_place_suggestion attached_media audience_exp backdated_time backdated_time_granularity
    breaking_news breaking_news_expiration call_to_action caption child_attachments client_mutation_id
    composer_entry_picker composer_entry_point composer_entry_time composer_session_events_log
    composer_session_id composer_source_surface composer_type connection_class content_attachment
    coordinates cta_link cta_type description direct_share_status enforce_link_ownership expanded_height
    expanded_width feed_targeting formatting fun_fact_prompt_id fun_fact_toastee_id height
    home_checkin_city_id image_crops implicit_with_tags instant_game_entry_point_data ios_bundle_id
    is_backout_draft is_boost_intended is_explicit_location is_explicit_share is_group_linking_post
    is_photo_container link location_source_id manual_privacy message multi_share_end_card
    multi_share_optimized name nectar_module object_attachment og_action_type_id og_hide_object_attachment
    og_icon_id og_object_id og_phrase og_set_profile_badge og_suggestion_mechanism page_recommendation
    picture place place_attachment_setting place_list place_list_data post_surfaces_blacklist
    posting_to_redspace privacy prompt_id prompt_tracking_string properties proxied_app_id publish_event_id
    published quote ref referenceable_image_ids referral_id scheduled_publish_time source sponsor_id
    sponsor_relationship suggested_place_id tags target_surface targeting text_format_metadata
    text_format_preset_id text_only_place thumbnail time_since_original_post title tracking_info
    unpublished_content_type user_selected_tags video_start_time_ms viewer_coordinates width
  `),
  'POST photos': words(`
    aid allow_spherical_photo alt_text_custom android_key_hash application_id attempt audience_exp
    backdated_time backdated_time_granularity caption composer_session_id direct_share_status feed_targeting
    filter_type full_res_is_coming_later initial_view_heading_override_degrees
    initial_view_pitch_override_degrees initial_view_vertical_fov_override_degrees ios_bundle_id
    is_explicit_location is_explicit_place location_source_id manual_privacy message name nectar_module
    no_story offline_id og_action_type_id og_icon_id og_object_id og_phrase og_set_profile_badge
    og_suggestion_mechanism parent_media_id place privacy profile_id provenance_info proxied_app_id
    published qn scheduled_publish_time spherical_metadata sponsor_id sponsor_relationship tags target_id
    targeting temporary time_since_original_post uid unpublished_content_type url user_selected_tags
    vault_image_id
  `),
  'POST videos': words(`
    ad_breaks application_id asked_fun_fact_prompt_id audio_story_wave_animation_handle backdated_post
    call_to_action composer_entry_picker composer_entry_point composer_entry_time
    composer_session_events_log composer_session_id composer_source_surface composer_type container_type
    content_category content_tags creative_tools crossposted_video_id custom_labels description
    direct_share_status edit_description_spec embeddable end_offset expiration fbuploader_video_file_chunk
    feed_targeting file_size file_url fisheye_video_cropped formatting fov front_z_rotation
    fun_fact_prompt_id fun_fact_toastee_id guide guide_enabled initial_heading initial_pitch
    instant_game_entry_point_data is_boost_intended is_explicit_share is_group_linking_post
    is_partnership_ad is_voice_clip location_source_id manual_privacy multilingual_data no_story
    og_action_type_id og_icon_id og_object_id og_phrase og_suggestion_mechanism original_fov
    original_projection_type partnership_ad_ad_code publish_event_id published reference_only
    referenced_sticker_id replace_video_id scheduled_publish_time secret slideshow_spec social_actions
    source source_instagram_media_id specified_dialect spherical sponsor_id sponsor_relationship
    start_offset swap_mode targeting text_format_metadata thumb time_since_original_post title
    transcode_setting_properties universal_video_id unpublished_content_type upload_phase upload_session_id
    upload_setting_properties video_asset_id video_file_chunk video_id_original video_start_time_ms
    waterfall_id
  `),
  'POST video_reels': words(`
    description feed_targeting place scheduled_publish_time targeting title upload_phase video_id
    video_state
  `),
  'POST video_stories': words(`
    description feed_targeting place scheduled_publish_time targeting title upload_phase video_id
    video_state
  `),
  'POST subscribed_apps': words(`
    subscribed_fields
  `),
  'POST photo_stories': words(`
    photo_id
  `),
  'GET published_posts': words(`
    include_hidden limit show_expired with
  `),
  'GET videos': words(`
    type
  `),
  'GET video_reels': words(`
    since until
  `),
  'GET stories': words(`
    since status until
  `),
  // For posts, videos and comments.
  'POST comments': words(`
    attachment_id attachment_share_url attachment_url comment_privacy_value feedback_source message
    nectar_module parent_comment_id tracking
  `),
  // Of a comment by its id.
  'POST object': words(`
    attachment_id attachment_share_url attachment_url is_hidden message
  `),
  'DELETE object': words(''),
  // For posts, videos and comments.
  'GET comments': words(`
    filter live_filter order since
  `),
};

export const fields: Readonly<Record<string, ReadonlySet<string>>> = {
  published_posts: words(`
    actions admin_creator allowed_advertising_objectives application backdated_time call_to_action
    can_reply_privately child_attachments comments_mirroring_domain coordinates created_time event
    expanded_height expanded_width feed_targeting from full_picture height icon id instagram_eligibility
    is_app_share is_eligible_for_dark_post is_eligible_for_promotion is_expired is_hidden is_inline_created
    is_instagram_eligible is_popular is_published is_spherical message message_tags multi_share_end_card
    multi_share_optimized parent_id permalink_url picture place privacy promotable_id promotion_status
    properties scheduled_publish_time shares status_type story story_tags subscribed target targeting
    timeline_visibility updated_time via video_buying_eligibility width
  `),
  videos: words(`
    ad_breaks admin_creator audio_isrc backdated_time backdated_time_granularity boost_eligibility_info
    content_category content_tags copyright copyright_check_information copyright_monitoring_status
    created_time custom_labels description embed_html embeddable event expiration format from icon id
    is_crosspost_video is_crossposting_eligible is_episode is_instagram_eligible is_reference_only length
    live_audience_count live_status music_video_copyright permalink_url picture place post_id post_views
    premiere_living_room_status privacy published scheduled_publish_time source spherical status title
    universal_video_id updated_time views
  `),
  video_reels: words(`
    ad_breaks admin_creator audio_isrc backdated_time backdated_time_granularity boost_eligibility_info
    content_category content_tags copyright copyright_check_information copyright_monitoring_status
    created_time custom_labels description embed_html embeddable event expiration format from icon id
    is_crosspost_video is_crossposting_eligible is_episode is_instagram_eligible is_reference_only length
    live_audience_count live_status music_video_copyright permalink_url picture place post_id post_views
    premiere_living_room_status privacy published scheduled_publish_time source spherical status title
    universal_video_id updated_time views
  `),
  comments: words(`
    admin_creator application attachment can_comment can_hide can_like can_remove can_reply_privately
    comment_count created_time from id is_hidden is_private like_count live_broadcast_timestamp message
    message_tags object parent permalink_url private_reply_conversation user_likes
  `),
  stories: words(`
    creation_time media_id media_type post_id status url
  `),
  // Of a post, a video, a comment or a Page by its id.
  object: words(`
    actions ad_breaks admin_creator allowed_advertising_objectives application attachment audio_isrc
    backdated_time backdated_time_granularity boost_eligibility_info call_to_action can_comment can_hide
    can_like can_remove can_reply_privately child_attachments comment_count comments_mirroring_domain
    content_category content_tags coordinates copyright copyright_check_information
    copyright_monitoring_status created_time custom_labels description embed_html embeddable event
    expanded_height expanded_width expiration feed_targeting format from full_picture height icon id
    instagram_eligibility is_app_share is_crosspost_video is_crossposting_eligible is_eligible_for_dark_post
    is_eligible_for_promotion is_episode is_expired is_hidden is_inline_created is_instagram_eligible
    is_popular is_private is_published is_reference_only is_spherical length like_count live_audience_count
    live_broadcast_timestamp live_status message message_tags multi_share_end_card multi_share_optimized
    music_video_copyright object parent parent_id permalink_url picture place post_id post_views
    premiere_living_room_status privacy private_reply_conversation promotable_id promotion_status properties
    published scheduled_publish_time shares source spherical status status_type story story_tags subscribed
    target targeting timeline_visibility title universal_video_id updated_time user_likes via
    video_buying_eligibility views width
  `),
};

/** Every edge has these, and the description does not repeat them. */
export const common = words('access_token appsecret_proof fields limit since until after');

/** Used on the word of the documentation alone: files of a form, and what is an edge beside the fields. */
export const undescribed = {
  parameters: new Set(['POST photos source']),
  fields: new Set(['published_posts attachments']),
};
