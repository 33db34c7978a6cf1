/** Whoever buys without an RFC of his own, and how a global invoice calls them. */
export const PUBLIC_RFC = 'XAXX010101000'
export const PUBLIC_NAME = 'PUBLICO EN GENERAL'
/** Whoever the SAT does not know, abroad. */
export const FOREIGN_RFC = 'XEXX010101000'
