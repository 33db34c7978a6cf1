import { Message, spoken } from './message.ts'

/** Whole sentences, one after the other. */
export function sentences(all: readonly (Message | string)[]): Message {
  return new Message((speech) => all.map((one) => spoken(one, speech)).join(' '))
}
