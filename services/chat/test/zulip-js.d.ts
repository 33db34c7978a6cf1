declare module 'zulip-js' {
  /** As much of the library as the test uses. Its answers are the server's JSON. */
  interface Answer {
    readonly result: string
    readonly msg: string
    // oxlint-disable-next-line typescript/no-explicit-any -- the server's JSON, asserted in the test
    readonly [field: string]: any
  }
  type Call = (parameters: object) => Promise<Answer>
  interface Client {
    readonly messages: {
      readonly send: Call
      readonly retrieve: Call
      readonly update: Call
      readonly render: (content: string) => Promise<Answer>
      readonly flags: { readonly add: Call; readonly remove: Call }
      readonly deleteById: Call
      readonly getHistoryById: Call
    }
    readonly streams: {
      readonly retrieve: Call
      readonly getStreamId: (name: string) => Promise<Answer>
      readonly subscriptions: { readonly retrieve: Call }
      readonly topics: { readonly retrieve: Call }
    }
    readonly users: {
      readonly retrieve: Call
      readonly me: {
        readonly getProfile: () => Promise<Answer>
        readonly subscriptions: { readonly add: Call; readonly remove: Call }
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
  export default function zulip(config: {
    readonly username: string
    readonly realm: string
    readonly apiKey?: string
    readonly password?: string
  }): Promise<Client>
}
