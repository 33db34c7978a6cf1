export type Fields = Readonly<Record<string, unknown>>

/** What the owner has and others may not touch. */
export interface Things {
  readonly stream: number
  readonly message: number
  readonly open: number
  readonly openMessage: number
  readonly draft: number
  readonly snippet: number
  readonly scheduled: number
  readonly group: number
  readonly bot: number
  readonly field: number
  readonly filter: number
  readonly folder: number
  readonly upload: string
  readonly attachment: number
  readonly queue: string
  readonly invitation: number
  readonly playground: number
  readonly reminder: number
  readonly link: number
  readonly owner: number
  readonly member: number
  readonly other: number
}

export interface Case {
  readonly as: 'member' | 'guest' | 'bot'
  /** The values of the path's parameters, by name. */
  readonly path?: (things: Things) => Readonly<Record<string, number | string>>
  readonly fields?: (things: Things) => Fields
  readonly takesPicture?: true
  /** How the answer begins; the owner's to the same call does not. */
  readonly refused: string
}

/** Nobody can lack a right: it is about what is the caller's own, or what everybody may see. */
export const OWN = 'own'

export const ADMINISTRATOR = '400 UNAUTHORIZED_PRINCIPAL Must be an organization administrator'
export const OWNER = '400 UNAUTHORIZED_PRINCIPAL Must be an organization owner'
export const INSUFFICIENT = '400 BAD_REQUEST Insufficient permission'
export const MEMBER = '400 UNAUTHORIZED_PRINCIPAL Must be an organization member'
export const CHANNEL = '400 BAD_REQUEST Invalid channel ID'
export const MESSAGE = '400 BAD_REQUEST Invalid message(s)'
export const GUEST = '400 BAD_REQUEST Not allowed for guest users'

export const inChannel = ({ stream }: Things) => ({ stream_id: stream })
export const inMessage = ({ message }: Things) => ({ message_id: message })
export const inGroup = ({ group }: Things) => ({ user_group_id: group })
export const ofOwner = ({ owner }: Things) => ({ user_id_or_email: owner, user_id: owner })
