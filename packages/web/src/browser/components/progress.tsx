export interface ProgressProps {
  /** What goes on, for those who hear the page. */
  readonly label: string
  readonly done: number
  /** Undefined while nobody knows how much there is. */
  readonly of?: number | undefined
}

/** How far something is that takes a while. */
export function Progress({ label, done, of }: ProgressProps) {
  return (
    <progress
      class="progress"
      aria-label={label}
      {...(of === undefined ? {} : { value: done, max: Math.max(of, 1) })}
    />
  )
}
