/**
 * The id of an organization. Only stores make one, as the type of a column that they read or insert: a request never
 * gives it.
 */
export type RealmId = number & { readonly brand: 'RealmId' }
