import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Takes the film itself for its first frame.
const FFMPEG = `#!/bin/sh
while [ $# -gt 1 ]; do
  [ "$1" = -i ] && film=$2
  shift
done
cp "$film" "$1"
`

/** A program in a folder that stands for ffmpeg, for films that are pictures; its path. */
export async function fakeFfmpeg(folder: string): Promise<string> {
  const path = join(folder, 'ffmpeg')
  await writeFile(path, FFMPEG, { mode: 0o755 })
  return path
}
