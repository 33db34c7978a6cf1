import { signal } from '@preact/signals'

/** Whether the reader is near the end of what is loaded. */
export const isAtEnd = signal(true)
