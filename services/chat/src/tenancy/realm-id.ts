/**
 * The id of an organization. Only stores make one, as the type of a column that they read or insert: what a request
 * names is no realm.
 */
export type RealmId = number & { readonly brand: 'RealmId' }
