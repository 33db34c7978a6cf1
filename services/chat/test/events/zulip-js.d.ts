declare module 'zulip-js' {
  /** The server's JSON. */
  interface Answer {
    readonly result: string
    readonly msg: string
    // oxlint-disable-next-line typescript/no-explicit-any -- the server's JSON, asserted in the test
    readonly [field: string]: any
  }
  type Call = (parameters: object) => Promise<Answer>
  interface Client {
    readonly accounts: { readonly retrieve: () => Promise<Answer> }
    readonly callEndpoint: (path: string, method?: string, parameters?: object) => Promise<Answer>
    readonly emojis: { readonly retrieve: () => Promise<Answer> }
    readonly filters: { readonly retrieve: () => Promise<Answer> }
    readonly messages: {
      readonly send: Call
      readonly retrieve: Call
      readonly update: Call
      readonly render: (content: string) => Promise<Answer>
      readonly flags: { readonly add: Call; readonly remove: Call }
      readonly getById: Call
      readonly deleteById: Call
      readonly deleteReactionById: Call
      readonly getHistoryById: Call
    }
    readonly streams: {
      readonly retrieve: Call
      readonly getStreamId: (name: string) => Promise<Answer>
      readonly subscriptions: { readonly retrieve: Call }
      readonly topics: { readonly retrieve: Call }
      readonly deleteById: Call
    }
    readonly users: {
      readonly retrieve: Call
      readonly create: Call
      readonly me: {
        readonly getProfile: () => Promise<Answer>
        readonly subscriptions: { readonly add: Call; readonly remove: Call }
        readonly alertWords: { readonly retrieve: () => Promise<Answer> }
        readonly pointer: {
          readonly retrieve: () => Promise<Answer>
          readonly update: (id: number) => Promise<Answer>
        }
      }
    }
    readonly reactions: { readonly add: Call; readonly remove: Call }
    readonly server: { readonly settings: () => Promise<Answer> }
    readonly typing: { readonly send: Call }
    readonly queues: { readonly register: Call; readonly deregister: Call }
    readonly events: { readonly retrieve: Call }
    readonly callOnEachEvent: (
      callback: (event: Answer) => void,
      eventTypes: readonly string[],
    ) => Promise<void>
  }
  type Config =
    | { readonly zuliprc: string }
    | {
        readonly username: string
        readonly realm: string
        readonly apiKey?: string
        readonly password?: string
      }
  export default function zulip(config: Config): Promise<Client>
}
