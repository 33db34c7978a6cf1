import type { Endpoint } from './api/endpoint.ts'
import type { OtherRoute } from './api/other-route.ts'
import * as channelFolders from './channels/endpoints/channel-folders.ts'
import * as channelLists from './channels/endpoints/channel-lists.ts'
import * as channels from './channels/endpoints/channels.ts'
import * as subscriptionSettings from './channels/endpoints/subscription-settings.ts'
import * as subscriptions from './channels/endpoints/subscriptions.ts'
import * as entrance from './entrance/endpoints/entrance.ts'
import * as oidc from './entrance/endpoints/oidc.ts'
import type { PageRoute } from './entrance/endpoints/page-route.ts'
import * as videoCalls from './entrance/endpoints/video-calls.ts'
import * as externalContent from './files/endpoints/external-content.ts'
import * as files from './files/endpoints/files.ts'
import * as uploads from './files/endpoints/uploads.ts'
import * as userGroups from './groups/endpoints/user-groups.ts'
import * as hooks from './hooks/endpoints/hooks.ts'
import * as invitations from './invitations/endpoints/invitations.ts'
import * as messageActions from './messages/endpoints/message-actions.ts'
import * as messageFlags from './messages/endpoints/message-flags.ts'
import * as messages from './messages/endpoints/messages.ts'
import * as reminders from './messages/endpoints/reminders.ts'
import * as scheduledMessages from './messages/endpoints/scheduled-messages.ts'
import * as slashCommands from './messages/endpoints/slash-commands.ts'
import * as topics from './messages/endpoints/topics.ts'
import * as typing from './messages/endpoints/typing.ts'
import * as userTopics from './messages/endpoints/user-topics.ts'
import * as account from './people/endpoints/account.ts'
import * as botStorage from './people/endpoints/bot-storage.ts'
import * as bots from './people/endpoints/bots.ts'
import * as presence from './people/endpoints/presence.ts'
import * as profileFields from './people/endpoints/profile-fields.ts'
import * as settings from './people/endpoints/settings.ts'
import * as userStatus from './people/endpoints/user-status.ts'
import * as users from './people/endpoints/users.ts'
import * as alertWords from './personal/endpoints/alert-words.ts'
import * as drafts from './personal/endpoints/drafts.ts'
import * as mutedUsers from './personal/endpoints/muted-users.ts'
import * as navigationViews from './personal/endpoints/navigation-views.ts'
import * as onboarding from './personal/endpoints/onboarding.ts'
import * as savedSnippets from './personal/endpoints/saved-snippets.ts'
import * as push from './push/endpoints/push.ts'
import * as health from './realm/endpoints/health.ts'
import * as linkifiers from './realm/endpoints/linkifiers.ts'
import * as pictures from './realm/endpoints/pictures.ts'
import * as playgrounds from './realm/endpoints/playgrounds.ts'
import * as realmDomains from './realm/endpoints/realm-domains.ts'
import * as realmPictures from './realm/endpoints/realm-pictures.ts'
import * as realm from './realm/endpoints/realm.ts'
import * as serverSettings from './realm/endpoints/server-settings.ts'
import * as events from './register/endpoints/events.ts'
import * as register from './register/endpoints/register.ts'
import * as exports from './transfer/endpoints/exports.ts'

/** THE list of the API's operations, below `/api/v1`. @source docs/contract/chat.md, Endpoints */
export const ENDPOINTS: readonly Endpoint[] = [
  serverSettings.getServerSettings, // GET /server_settings
  account.postFetchApiKey, // POST /fetch_api_key
  account.postDevFetchApiKey, // POST /dev_fetch_api_key
  account.postOwnKey, // POST /users/me/api_key/regenerate
  users.getMe, // GET /users/me
  users.getUsers, // GET /users
  users.getUser, // GET /users/:user_id_or_email
  users.postUser, // POST /users
  users.patchUser, // PATCH /users/:user_id_or_email
  users.deleteMe, // DELETE /users/me
  users.deleteUser, // DELETE /users/:user_id_or_email
  users.postReactivate, // POST /users/:user_id/reactivate
  invitations.getInvites, // GET /invites
  invitations.postInvites, // POST /invites
  invitations.postInviteLink, // POST /invites/multiuse
  invitations.deleteInviteLink, // DELETE /invites/multiuse/:invite_id
  invitations.deleteInvite, // DELETE /invites/:invite_id
  invitations.postResendInvite, // POST /invites/:invite_id/resend
  userGroups.getUserGroups, // GET /user_groups
  userGroups.postUserGroup, // POST /user_groups/create
  userGroups.patchUserGroup, // PATCH /user_groups/:user_group_id
  userGroups.postGroupMembers, // POST /user_groups/:user_group_id/members
  userGroups.getGroupMembers, // GET /user_groups/:user_group_id/members
  userGroups.getGroupMember, // GET /user_groups/:user_group_id/members/:user_id
  userGroups.postSubgroups, // POST /user_groups/:user_group_id/subgroups
  userGroups.getSubgroups, // GET /user_groups/:user_group_id/subgroups
  userGroups.postDeactivateGroup, // POST /user_groups/:user_group_id/deactivate
  drafts.getDrafts, // GET /drafts
  drafts.postDrafts, // POST /drafts
  drafts.patchDraft, // PATCH /drafts/:draft_id
  drafts.removeDraft, // DELETE /drafts/:draft_id
  savedSnippets.getSavedSnippets, // GET /saved_snippets
  savedSnippets.postSavedSnippet, // POST /saved_snippets
  savedSnippets.patchSavedSnippet, // PATCH /saved_snippets/:saved_snippet_id
  savedSnippets.removeSavedSnippet, // DELETE /saved_snippets/:saved_snippet_id
  push.postApnsToken, // POST /users/me/apns_device_token
  push.deleteApnsToken, // DELETE /users/me/apns_device_token
  push.postFcmToken, // POST /users/me/android_gcm_reg_id
  push.deleteFcmToken, // DELETE /users/me/android_gcm_reg_id
  push.postPushDevice, // POST /mobile_push/register
  push.postTestNotification, // POST /mobile_push/e2ee/test_notification
  push.postPlainTest, // POST /mobile_push/test_notification
  presence.postPresence, // POST /users/me/presence
  presence.getPresence, // GET /users/:user_id_or_email/presence
  presence.getRealmPresence, // GET /realm/presence
  userStatus.postOwnStatus, // POST /users/me/status
  userStatus.postStatus, // POST /users/:user_id/status
  userStatus.getStatus, // GET /users/:user_id/status
  typing.postTyping, // POST /typing
  typing.postMessageTyping, // POST /messages/:message_id/typing
  settings.patchSettings, // PATCH /settings
  settings.patchSettingsDefaults, // PATCH /realm/user_settings_defaults
  reminders.getReminders, // GET /reminders
  reminders.postReminder, // POST /reminders
  reminders.deleteReminder, // DELETE /reminders/:reminder_id
  messageActions.postReport, // POST /messages/:message_id/report
  playgrounds.postPlayground, // POST /realm/playgrounds
  playgrounds.deletePlayground, // DELETE /realm/playgrounds/:playground_id
  realm.postTestWelcome, // POST /realm/test_welcome_bot_custom_message
  alertWords.getAlertWords, // GET /users/me/alert_words
  alertWords.postAlertWords, // POST /users/me/alert_words
  alertWords.deleteAlertWords, // DELETE /users/me/alert_words
  mutedUsers.postMutedUser, // POST /users/me/muted_users/:muted_user_id
  mutedUsers.deleteMutedUser, // DELETE /users/me/muted_users/:muted_user_id
  uploads.postUserUpload, // POST /user_uploads
  uploads.getTemporaryUrl, // GET /user_uploads/:realm_id_str/:shelf/:random/:filename
  uploads.getAttachments, // GET /attachments
  uploads.deleteAttachment, // DELETE /attachments/:attachment_id
  pictures.postAvatar, // POST /users/me/avatar
  pictures.deleteAvatar, // DELETE /users/me/avatar
  pictures.getRealmEmoji, // GET /realm/emoji
  pictures.postRealmEmoji, // POST /realm/emoji/:emoji_name
  pictures.deleteRealmEmoji, // DELETE /realm/emoji/:emoji_name
  navigationViews.getNavigationViews, // GET /navigation_views
  navigationViews.postNavigationView, // POST /navigation_views
  navigationViews.patchNavigationView, // PATCH /navigation_views/:fragment
  navigationViews.deleteNavigationView, // DELETE /navigation_views/:fragment
  bots.getBots, // GET /bots
  bots.postBot, // POST /bots
  bots.patchBot, // PATCH /bots/:bot_id
  bots.deleteBot, // DELETE /bots/:bot_id
  bots.postBotKey, // POST /bots/:bot_id/api_key/regenerate
  botStorage.getBotStorage, // GET /bot_storage
  botStorage.putBotStorage, // PUT /bot_storage
  botStorage.deleteBotStorage, // DELETE /bot_storage
  linkifiers.getLinkifiers, // GET /realm/linkifiers
  linkifiers.patchLinkifiers, // PATCH /realm/linkifiers
  linkifiers.postFilter, // POST /realm/filters
  linkifiers.patchFilter, // PATCH /realm/filters/:filter_id
  linkifiers.deleteFilter, // DELETE /realm/filters/:filter_id
  scheduledMessages.getScheduledMessages, // GET /scheduled_messages
  scheduledMessages.postScheduledMessage, // POST /scheduled_messages
  scheduledMessages.patchScheduledMessage, // PATCH /scheduled_messages/:scheduled_message_id
  scheduledMessages.deleteScheduledMessage, // DELETE /scheduled_messages/:scheduled_message_id
  realm.patchRealm, // PATCH /realm
  realmDomains.getRealmDomains, // GET /realm/domains
  realmDomains.postRealmDomain, // POST /realm/domains
  realmDomains.patchRealmDomain, // PATCH /realm/domains/:domain
  realmDomains.deleteRealmDomain, // DELETE /realm/domains/:domain
  realmPictures.getRealmIcon, // GET /realm/icon
  realmPictures.postRealmIcon, // POST /realm/icon
  realmPictures.deleteRealmIcon, // DELETE /realm/icon
  realmPictures.getRealmLogo, // GET /realm/logo
  realmPictures.postRealmLogo, // POST /realm/logo
  realmPictures.deleteRealmLogo, // DELETE /realm/logo
  videoCalls.getCreate, // GET /calls/bigbluebutton/create
  hooks.jsonHook, // POST /external/json
  hooks.slackHook, // POST /external/slack_incoming
  hooks.githubHook, // POST /external/github
  hooks.gitlabHook, // POST /external/gitlab
  hooks.alertmanagerHook, // POST /external/alertmanager
  hooks.grafanaHook, // POST /external/grafana
  hooks.sentryHook, // POST /external/sentry
  exports.postExport, // POST /export/realm
  exports.getExports, // GET /export/realm
  exports.removeExport, // DELETE /export/realm/:export_id
  exports.getConsents, // GET /export/realm/consents
  onboarding.postOnboardingStep, // POST /users/me/onboarding_steps
  slashCommands.postZcommand, // POST /zcommand
  profileFields.getProfileFields, // GET /realm/profile_fields
  profileFields.postProfileField, // POST /realm/profile_fields
  profileFields.patchProfileFields, // PATCH /realm/profile_fields
  profileFields.patchProfileField, // PATCH /realm/profile_fields/:field_id
  profileFields.deleteProfileField, // DELETE /realm/profile_fields/:field_id
  profileFields.patchProfileData, // PATCH /users/me/profile_data
  profileFields.deleteProfileData, // DELETE /users/me/profile_data
  register.postRegister, // POST /register
  events.getEvents, // GET /events
  events.deleteEvents, // DELETE /events
  messages.getMessages, // GET /messages
  messages.postMessage, // POST /messages
  messages.matchesNarrow, // GET /messages/matches_narrow
  messageActions.postRender, // POST /messages/render
  messageFlags.postFlags, // POST /messages/flags
  messageFlags.postFlagsNarrow, // POST /messages/flags/narrow
  messages.getMessage, // GET /messages/:message_id
  messageActions.patchMessage, // PATCH /messages/:message_id
  messageActions.deleteOneMessage, // DELETE /messages/:message_id
  messageActions.postReaction, // POST /messages/:message_id/reactions
  messageActions.deleteReaction, // DELETE /messages/:message_id/reactions
  messageActions.getHistory, // GET /messages/:message_id/history
  messageActions.getReadReceipts, // GET /messages/:message_id/read_receipts
  messageFlags.markAllAsRead, // POST /mark_all_as_read
  messageFlags.markStreamAsRead, // POST /mark_stream_as_read
  messageFlags.markTopicAsRead, // POST /mark_topic_as_read
  messageActions.postSubmessage, // POST /submessage
  userTopics.postUserTopic, // POST /user_topics
  channels.postChannel, // POST /channels/create
  channels.patchStream, // PATCH /streams/:stream_id
  channels.deleteStream, // DELETE /streams/:stream_id
  channels.postDefaultStream, // POST /default_streams
  channels.deleteDefaultStream, // DELETE /default_streams
  channelLists.getStreams, // GET /streams
  channelLists.getStream, // GET /streams/:stream_id
  channelLists.getStreamId, // GET /get_stream_id
  channelLists.getStreamMembers, // GET /streams/:stream_id/members
  channelLists.getStreamEmailAddress, // GET /streams/:stream_id/email_address
  topics.getTopics, // GET /users/me/:stream_id/topics
  topics.postDeleteTopic, // POST /streams/:stream_id/delete_topic
  channelFolders.postChannelFolder, // POST /channel_folders/create
  channelFolders.getChannelFolders, // GET /channel_folders
  channelFolders.patchChannelFolder, // PATCH /channel_folders/:channel_folder_id
  channelFolders.patchChannelFolders, // PATCH /channel_folders
  subscriptions.getSubscriptions, // GET /users/me/subscriptions
  subscriptions.postSubscriptions, // POST /users/me/subscriptions
  subscriptions.deleteSubscriptions, // DELETE /users/me/subscriptions
  subscriptions.patchSubscriptions, // PATCH /users/me/subscriptions
  subscriptionSettings.postSubscriptionProperties, // POST /users/me/subscriptions/properties
  subscriptionSettings.patchMutedTopics, // PATCH /users/me/subscriptions/muted_topics
  subscriptionSettings.patchSubscription, // PATCH /users/me/subscriptions/:stream_id
  subscriptionSettings.getUserSubscription, // GET /users/:user_id/subscriptions/:stream_id
  subscriptionSettings.getUserChannels, // GET /users/:user_id/channels
]

/** What is not part of the API: health, and files at the addresses where Zulip's clients look for them. */
export const OTHER_ROUTES: readonly OtherRoute[] = [
  health.health, // GET /health
  files.emojiMap, // GET /static/generated/emoji/emoji_api.json
  files.realmIcon, // GET /static/images/realm-icon.svg
  files.realmLogo, // GET /static/images/realm-logo.svg
  files.loading, // GET /static/images/loading/loader-black.svg
  externalContent.externalContent, // GET /external_content/:digest/*
  exports.exportFile, // GET /user_avatars/exports/*
  files.picture, // GET /user_avatars/*
  files.temporary, // GET /user_uploads/temporary/:token/:file_name
  files.thumbnail, // GET /user_uploads/thumbnail/:realm_id_str/*
  files.upload, // GET /user_uploads/:realm_id_str/*
  entrance.style, // GET /static/entrance.css
]

/**
 * The pages by which people come in, here and into calls.
 * @source docs/decisions/0323-chat-entrance.md, docs/decisions/0337-chat-video-calls.md
 */
export const PAGES: readonly PageRoute[] = [
  entrance.getLogin, // GET /login
  oidc.getLogin, // GET /accounts/login/social/oidc
  oidc.getSignUp, // GET /accounts/register/social/oidc
  oidc.getComplete, // GET /complete/oidc
  entrance.getRegister, // GET /register
  entrance.postRegister, // POST /register
  entrance.getJoin, // GET /join/:key
  entrance.postJoin, // POST /join/:key
  entrance.getConfirm, // GET /accounts/do_confirm/:key
  entrance.postConfirm, // POST /accounts/do_confirm/:key
  entrance.getReset, // GET /accounts/password/reset
  entrance.postReset, // POST /accounts/password/reset
  entrance.getNewPassword, // GET /accounts/password/reset/:key
  entrance.postNewPassword, // POST /accounts/password/reset/:key
  entrance.getNewAddress, // GET /accounts/confirm_new_email/:key
  entrance.postNewAddress, // POST /accounts/confirm_new_email/:key
  videoCalls.getJoin, // GET /calls/bigbluebutton/join
  videoCalls.postJoin, // POST /calls/bigbluebutton/join
]
