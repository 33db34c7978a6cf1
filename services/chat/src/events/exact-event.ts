import type { EventBody } from '../../wire/events.ts'

type KeyOf<T> = T extends unknown ? keyof T : never

type OpOf<T> = T extends { readonly op: infer Op } ? Op : unknown

/** The classes that an event of this type and operation may have. */
type ClassesOf<E extends EventBody, T = EventBody> = T extends { readonly type: E['type'] }
  ? [OpOf<T> & OpOf<E>] extends [never]
    ? never
    : T
  : never

/** An event with exactly the fields of its class: any other field would reach the clients. */
export type ExactEvent<E extends EventBody> = E &
  Readonly<Record<Exclude<keyof E, KeyOf<ClassesOf<E>>>, never>>
