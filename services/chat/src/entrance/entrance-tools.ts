import type { MessageTools } from '../messages/message-tools.ts'
import type { BigBlueButton } from './store/big-blue-button.ts'
import type { OidcProvider } from './store/oidc-provider.ts'

/** What actions need in addition by which people come in. */
export interface EntranceTools extends MessageTools {
  /** Who else vouches for people; undefined: nobody. */
  readonly oidc: OidcProvider | undefined
  /** Where calls are held; undefined: there are none. */
  readonly bigBlueButton: BigBlueButton | undefined
}
