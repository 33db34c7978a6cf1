import colors from '../../data/stream-colors.json' with { type: 'json' }

/** The colors of channels, in order; a new one gets the first that the user has on no other channel. */
export const STREAM_COLORS: readonly string[] = colors
