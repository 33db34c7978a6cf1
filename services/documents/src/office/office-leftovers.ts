import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { endGroup, groupMembers, groupSocketPaths } from './process-group.ts'
import { isInUse, readOwner, removeScratchFolder } from './scratch-folder.ts'

const SCRATCH_NAME = /^(office|page|merge)-[0-9a-f]{16}$/
// Not yet renamed; one without an owner inside was made this very moment.
const UNNAMED = /^\.new-[0-9a-f]{16}$/
const PIPE_NAME = /^\/(var\/)?tmp\/OSL_PIPE_[\w-]+$/

/**
 * Kills the office processes that a killed service left behind, and removes their directories and pipes. It leaves
 * alone what belongs to a running service or to another host. Gives the number of directories removed.
 */
export async function removeLeftovers(tmpDir: string): Promise<number> {
  const names = await readdir(tmpDir).catch(() => [])
  let removed = 0
  for (const name of names.filter((entry) => SCRATCH_NAME.test(entry) || UNNAMED.test(entry))) {
    const folder = join(tmpDir, name)
    const owner = await readOwner(folder)
    if (owner === undefined && UNNAMED.test(name)) continue
    if (owner !== undefined && (await isInUse(owner))) continue
    const sockets = [...(owner?.sockets ?? [])]
    const group = owner?.officeGroup
    if (group !== undefined && (await runsIn(group, folder))) {
      sockets.push(...(await groupSocketPaths(group)))
      await endGroup(group)
    }
    await removeSockets(sockets)
    await removeScratchFolder(folder)
    removed += 1
  }
  return removed
}

/** Removes the pipes of a killed office; a path that is not an office's pipe is left alone. */
export async function removeSockets(paths: readonly string[]): Promise<void> {
  const pipes = paths.filter((path) => PIPE_NAME.test(path))
  await Promise.all(pipes.map((path) => rm(path, { force: true })))
}

/**
 * Where LibreOffice makes the pipe of that name, whatever TMPDIR says: in the first of these two that it can write to.
 */
export function pipePaths(name: string): readonly string[] {
  return ['/tmp', '/var/tmp'].map(
    (folder) => `${folder}/OSL_PIPE_${process.getuid?.() ?? 0}_${name}`,
  )
}

/** Whether a group is the office of this directory: its number may belong to something else by now. */
async function runsIn(groupId: number, folder: string): Promise<boolean> {
  const members = await groupMembers(groupId)
  const commands = await Promise.all(
    members.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return commands.some((command) => command.includes(folder))
}
