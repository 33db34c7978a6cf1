declare const proof: unique symbol

/**
 * A value about which a look-up in this folder has proven something: `P` says what. Code that relies on it asks for
 * this type, so that nothing unchecked can be passed to it.
 */
export type Proven<T, P extends string> = T & { readonly [proof]: Readonly<Record<P, true>> }

/** Only for look-ups of this folder, which call it after their checks. */
export function proven<T, P extends string>(value: T, ..._what: readonly P[]): Proven<T, P> {
  // The proof exists for the type checker alone.
  return value as Proven<T, P>
}
