/** A document, its lines, and lines of those: what is written and shown in one piece. */
export const MAX_DEPTH = 3
