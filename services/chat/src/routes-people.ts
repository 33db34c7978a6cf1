import { postFetchApiKey, postOwnKey } from './views/account.ts'
import { deleteBotStorage, getBotStorage, putBotStorage } from './views/bot-storage.ts'
import { postOnboardingStep } from './views/onboarding.ts'
import {
  deleteRealmDomain,
  getRealmDomains,
  patchRealmDomain,
  postRealmDomain,
} from './views/realm-domains.ts'
import {
  deleteRealmIcon,
  deleteRealmLogo,
  getRealmIcon,
  getRealmLogo,
  postRealmIcon,
  postRealmLogo,
} from './views/realm-pictures.ts'
import { postZcommand } from './views/slash-commands.ts'
import { getDrafts, patchDraft, postDrafts, removeDraft } from './views/drafts.ts'
import type { Endpoint } from './views/endpoint.ts'
import { deleteAlertWords, getAlertWords, postAlertWords } from './views/alert-words.ts'
import { deleteMutedUser, postMutedUser } from './views/muted-users.ts'
import { patchSettings } from './views/settings.ts'
import {
  deleteAttachment,
  getAttachments,
  getTemporaryUrl,
  postUserUpload,
} from './views/uploads.ts'
import {
  deleteNavigationView,
  getNavigationViews,
  patchNavigationView,
  postNavigationView,
} from './views/navigation-views.ts'
import {
  deleteAvatar,
  deleteRealmEmoji,
  getRealmEmoji,
  postAvatar,
  postRealmEmoji,
} from './views/pictures.ts'
import { deleteBot, getBots, patchBot, postBot, postBotKey } from './views/bots.ts'
import {
  deleteFilter,
  getLinkifiers,
  patchFilter,
  patchLinkifiers,
  postFilter,
} from './views/linkifiers.ts'
import {
  deleteScheduledMessage,
  getScheduledMessages,
  patchScheduledMessage,
  postScheduledMessage,
} from './views/scheduled-messages.ts'
import { patchRealm } from './views/realm.ts'
import {
  deleteProfileData,
  deleteProfileField,
  getProfileFields,
  patchProfileData,
  patchProfileField,
  patchProfileFields,
  postProfileField,
} from './views/profile-fields.ts'
import { getPresence, getRealmPresence, postPresence } from './views/presence.ts'
import { postMessageTyping, postTyping } from './views/typing.ts'
import { getStatus, postOwnStatus, postStatus } from './views/user-status.ts'
import {
  deleteApnsToken,
  deleteFcmToken,
  postApnsToken,
  postFcmToken,
  postPushDevice,
  postTestNotification,
} from './views/push.ts'
import {
  getSavedSnippets,
  patchSavedSnippet,
  postSavedSnippet,
  removeSavedSnippet,
} from './views/saved-snippets.ts'
import { getServerSettings } from './views/server-settings.ts'
import {
  getGroupMember,
  getGroupMembers,
  getSubgroups,
  getUserGroups,
  patchUserGroup,
  postDeactivateGroup,
  postGroupMembers,
  postSubgroups,
  postUserGroup,
} from './views/user-groups.ts'
import {
  deleteMe,
  deleteUser,
  getMe,
  getUser,
  getUsers,
  patchUser,
  postReactivate,
  postUser,
} from './views/users.ts'

/** The operations around people and what is theirs alone. */
export const PEOPLE_ENDPOINTS: readonly Endpoint[] = [
  getServerSettings,
  postFetchApiKey,
  postOwnKey,
  getMe,
  getUsers,
  getUser,
  postUser,
  patchUser,
  deleteMe,
  deleteUser,
  postReactivate,
  getUserGroups,
  postUserGroup,
  patchUserGroup,
  postGroupMembers,
  getGroupMembers,
  getGroupMember,
  postSubgroups,
  getSubgroups,
  postDeactivateGroup,
  getDrafts,
  postDrafts,
  patchDraft,
  removeDraft,
  getSavedSnippets,
  postSavedSnippet,
  patchSavedSnippet,
  removeSavedSnippet,
  postApnsToken,
  deleteApnsToken,
  postFcmToken,
  deleteFcmToken,
  postPushDevice,
  postTestNotification,
  postPresence,
  getPresence,
  getRealmPresence,
  postOwnStatus,
  postStatus,
  getStatus,
  postTyping,
  postMessageTyping,
  patchSettings,
  getAlertWords,
  postAlertWords,
  deleteAlertWords,
  postMutedUser,
  deleteMutedUser,
  postUserUpload,
  getTemporaryUrl,
  getAttachments,
  deleteAttachment,
  postAvatar,
  deleteAvatar,
  getRealmEmoji,
  postRealmEmoji,
  deleteRealmEmoji,
  getNavigationViews,
  postNavigationView,
  patchNavigationView,
  deleteNavigationView,
  getBots,
  postBot,
  patchBot,
  deleteBot,
  postBotKey,
  getBotStorage,
  putBotStorage,
  deleteBotStorage,
  getLinkifiers,
  patchLinkifiers,
  postFilter,
  patchFilter,
  deleteFilter,
  getScheduledMessages,
  postScheduledMessage,
  patchScheduledMessage,
  deleteScheduledMessage,
  patchRealm,
  getRealmDomains,
  postRealmDomain,
  patchRealmDomain,
  deleteRealmDomain,
  getRealmIcon,
  postRealmIcon,
  deleteRealmIcon,
  getRealmLogo,
  postRealmLogo,
  deleteRealmLogo,
  postOnboardingStep,
  postZcommand,
  getProfileFields,
  postProfileField,
  patchProfileFields,
  patchProfileField,
  deleteProfileField,
  patchProfileData,
  deleteProfileData,
]
