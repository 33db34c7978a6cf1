declare const proof: unique symbol

/**
 * A value of which a look-up in this folder has shown something: `P` says what. Who needs that asks for this type, so
 * that nothing unchecked can be handed over.
 */
export type Proven<T, P extends string> = T & { readonly [proof]: Readonly<Record<P, true>> }

/** For look-ups of this folder alone, which call it after their checks. */
export function proven<T, P extends string>(value: T, ..._what: readonly P[]): Proven<T, P> {
  // The proof exists for the type checker alone.
  return value as Proven<T, P>
}
