/** Why an archive, or an entry of it, cannot be read: `entry` is the entry's name, empty for the archive as a whole. */
export type ZipProblem = { readonly kind: ZipProblemKind; readonly entry: string }

export type ZipProblemKind =
  /** Not a zip archive at all. */
  | 'no-archive'
  | 'zip64'
  | 'several-volumes'
  | 'damaged-end'
  | 'damaged-directory'
  | 'damaged-entry'
  | 'too-many-entries'
  | 'bad-name'
  /** The name leads out of the folder in which the archive would be unpacked. */
  | 'outside'
  /** Two entries have the same name, apart from case. */
  | 'twice'
  | 'encrypted'
  | 'unknown-method'
  | 'entry-too-large'
  | 'compressed-too-much'
  | 'archive-too-large'
  | 'overlap'
