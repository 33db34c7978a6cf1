/** The process that decodes images: it gets one task at a time and ends with its parent. */

import { setPriority } from 'node:os'

import type { ImageTask } from './image-task.ts'
import { workOnImage } from './image-work.ts'

// Tasks for which a sender waits come before those for which a viewer waits.
const NICENESS = 10

setPriority(NICENESS)
process.on('disconnect', () => process.exit())
process.on('message', (task: ImageTask) => {
  workOnImage(task)
    .then((result) => process.send?.({ result }))
    .catch((error: unknown) =>
      process.send?.({ error: error instanceof Error ? error.message : 'unreadable' }),
    )
})
