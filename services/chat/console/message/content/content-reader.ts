/** What of the reader changes how a message's content is shown. */
export interface ContentReader {
  readonly ownUserId: number
  /** The present name of somebody, where it is known. */
  readonly personName: (userId: number) => string | undefined
  readonly groupName: (groupId: number) => string | undefined
  readonly isOwnGroup: (groupId: number) => boolean
  readonly alertWords: readonly string[]
  /** Sites that run code, by the name of the language as the server writes it. */
  readonly playgrounds: ReadonlyMap<string, readonly Playground[]>
  readonly isTwentyFourHours: boolean
  readonly animation: 'always' | 'on_hover' | 'never'
}

export interface Playground {
  readonly name: string
  readonly url_template: string
}

/** What of a message its content needs. */
export interface ContentMessage {
  readonly id: number
  readonly content: string
  readonly isWildcardForMe: boolean
  readonly hasAlertWord: boolean
  /** It tells what its sender does; the command that says so is not shown. */
  readonly isStatus: boolean
}
