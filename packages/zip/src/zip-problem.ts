/** Why an archive is not read, or not an entry of it: `entry` is the entry's name, empty for the archive as a whole. */
export type ZipProblem = { readonly kind: ZipProblemKind; readonly entry: string }

export type ZipProblemKind =
  /** No zip archive at all. */
  | 'no-archive'
  | 'zip64'
  | 'several-volumes'
  | 'damaged-end'
  | 'damaged-directory'
  | 'damaged-entry'
  | 'too-many-entries'
  | 'bad-name'
  /** The name leads out of the folder that the archive would be unpacked in. */
  | 'outside'
  /** Two entries have one name, but for upper and lower case. */
  | 'twice'
  | 'encrypted'
  | 'unknown-method'
  | 'entry-too-large'
  | 'compressed-too-much'
  | 'archive-too-large'
  | 'overlap'
