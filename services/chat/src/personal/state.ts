import { field, type StateParts } from '../events/state-part.ts'
import { stepsLeft } from './onboarding-steps.ts'
import { alertWordsOf } from './store/alert-word-store.ts'
import { draftsOf } from './store/draft-store.ts'
import { mutedUsersOf } from './store/muted-user-store.ts'
import { viewsOf } from './store/navigation-store.ts'
import { stepsSeen } from './store/onboarding-store.ts'
import { snippetsOf } from './store/snippet-store.ts'

// The number of most recent drafts; a client that wants more asks for all.
const MAX_DRAFTS = 1_000

/** The initial state of what belongs to one person alone. */
export const PERSONAL_STATE: StateParts = {
  alert_words: field('alert_words', (tx, { realmId, userId }) => alertWordsOf(tx, realmId, userId)),
  drafts: field('drafts', (tx, { realmId, userId }) => draftsOf(tx, realmId, userId, MAX_DRAFTS)),
  muted_users: field('muted_users', (tx, { realmId, userId }) => mutedUsersOf(tx, realmId, userId)),
  navigation_views: field('navigation_views', (tx, { realmId, userId }) =>
    viewsOf(tx, realmId, userId),
  ),
  onboarding_steps: async (tx, { viewer: { realmId, userId } }) => ({
    onboarding_steps: stepsLeft(await stepsSeen(tx, realmId, userId)),
    navigation_tour_video_url: null,
  }),
  saved_snippets: field('saved_snippets', (tx, { realmId, userId }) =>
    snippetsOf(tx, realmId, userId),
  ),
}
