/** The process that decodes images: it is given a task at a time and ends with its parent. */

import { setPriority } from 'node:os'

import type { ImageTask } from './image-task.ts'
import { workOnImage } from './image-work.ts'

// Who waits for a message comes before who waits for a picture.
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
