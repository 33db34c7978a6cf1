import { diskWatch } from '@oficina/http/disk-space.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'
import type { LongReads } from '@oficina/postgres/long-reads.ts'

import { FilmFrames } from '../files/images/film-frames.ts'
import { ImageProcesses } from '../files/images/image-processes.ts'
import { openUploads } from '../files/store/open-uploads.ts'
import { openChatDatabase } from '../start/open-database.ts'
import { renderingTools } from '../start/rendering-tools.ts'
import { serverSecret } from '../tenancy/store/process-files.ts'
import type { ImportTools } from '../transfer/import/run-import.ts'
import type { CommandDependencies } from './command-dependencies.ts'

/** What commands work with: the service's database and files, without its HTTP side. */
export async function withCommandTools<T>(
  { config, log, now }: CommandDependencies,
  work: (tools: ImportTools & { readonly reads: LongReads }) => Promise<T>,
): Promise<T> {
  const { database, reads, close } = await openChatDatabase(config, log)
  const images = new ImageProcesses()
  const uploads = await openUploads(config, now)
  try {
    const secret = await serverSecret(config.dataDir, config.secret)
    const guard = addressGuard(config.outboundAllow, 'CHAT_OUTBOUND_ALLOW')
    const { externalImages } = config
    const { rendering } = renderingTools({ externalImages, guard, secret, now })
    const disk = diskWatch(config.dataDir, { minFreeBytes: 0, now })
    const films = new FilmFrames(config.ffmpeg)
    return await work({ database, reads, uploads, images, films, now, secret, rendering, disk })
  } finally {
    images.close()
    await uploads.close()
    await close()
  }
}
