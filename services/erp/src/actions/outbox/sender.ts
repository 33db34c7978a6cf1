/** Sends one message, or throws why it could not. */
export type Sender<T> = (row: T) => Promise<void>
