import { postFetchApiKey, postOwnKey } from './people/endpoints/account.ts'
import { deleteBotStorage, getBotStorage, putBotStorage } from './people/endpoints/bot-storage.ts'
import { postOnboardingStep } from './personal/endpoints/onboarding.ts'
import {
  deleteRealmDomain,
  getRealmDomains,
  patchRealmDomain,
  postRealmDomain,
} from './realm/endpoints/realm-domains.ts'
import {
  deleteRealmIcon,
  deleteRealmLogo,
  getRealmIcon,
  getRealmLogo,
  postRealmIcon,
  postRealmLogo,
} from './realm/endpoints/realm-pictures.ts'
import { postZcommand } from './messages/endpoints/slash-commands.ts'
import { getDrafts, patchDraft, postDrafts, removeDraft } from './personal/endpoints/drafts.ts'
import type { Endpoint } from './api/endpoint.ts'
import {
  deleteAlertWords,
  getAlertWords,
  postAlertWords,
} from './personal/endpoints/alert-words.ts'
import { deleteMutedUser, postMutedUser } from './personal/endpoints/muted-users.ts'
import { patchSettings } from './people/endpoints/settings.ts'
import {
  deleteAttachment,
  getAttachments,
  getTemporaryUrl,
  postUserUpload,
} from './files/endpoints/uploads.ts'
import {
  deleteNavigationView,
  getNavigationViews,
  patchNavigationView,
  postNavigationView,
} from './personal/endpoints/navigation-views.ts'
import {
  deleteAvatar,
  deleteRealmEmoji,
  getRealmEmoji,
  postAvatar,
  postRealmEmoji,
} from './realm/endpoints/pictures.ts'
import { deleteBot, getBots, patchBot, postBot, postBotKey } from './people/endpoints/bots.ts'
import {
  deleteFilter,
  getLinkifiers,
  patchFilter,
  patchLinkifiers,
  postFilter,
} from './realm/endpoints/linkifiers.ts'
import {
  deleteScheduledMessage,
  getScheduledMessages,
  patchScheduledMessage,
  postScheduledMessage,
} from './messages/endpoints/scheduled-messages.ts'
import { patchRealm } from './realm/endpoints/realm.ts'
import {
  deleteProfileData,
  deleteProfileField,
  getProfileFields,
  patchProfileData,
  patchProfileField,
  patchProfileFields,
  postProfileField,
} from './people/endpoints/profile-fields.ts'
import { getPresence, getRealmPresence, postPresence } from './people/endpoints/presence.ts'
import { postMessageTyping, postTyping } from './messages/endpoints/typing.ts'
import { getStatus, postOwnStatus, postStatus } from './people/endpoints/user-status.ts'
import {
  deleteApnsToken,
  deleteFcmToken,
  postApnsToken,
  postFcmToken,
  postPushDevice,
  postTestNotification,
} from './push/endpoints/push.ts'
import {
  getSavedSnippets,
  patchSavedSnippet,
  postSavedSnippet,
  removeSavedSnippet,
} from './personal/endpoints/saved-snippets.ts'
import { getServerSettings } from './realm/endpoints/server-settings.ts'
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
} from './groups/endpoints/user-groups.ts'
import {
  deleteMe,
  deleteUser,
  getMe,
  getUser,
  getUsers,
  patchUser,
  postReactivate,
  postUser,
} from './people/endpoints/users.ts'

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
