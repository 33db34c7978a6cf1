import type { DiskSpace } from '@oficina/http/disk-space.ts'

import type { Tools } from '../events/act.ts'
import type { FilmFrames } from './images/film-frames.ts'
import type { ImageProcesses } from './images/image-processes.ts'
import type { ExternalImages } from './store/external-images.ts'
import type { Uploads } from './store/upload-folder.ts'

/** What actions on files need in addition. */
export interface FileTools extends Tools {
  readonly uploads: Uploads
  /** Undefined: images of other hosts are not shown. */
  readonly external: ExternalImages | undefined
  /** The free space on the disk of the files. */
  readonly disk: () => Promise<DiskSpace>
  /** Decodes images outside this process. */
  readonly images: ImageProcesses
  readonly films: FilmFrames
}
