import { spawn, type ChildProcess } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The office asks to be started again, as after it prepared its extensions (EXITHELPER_NORMAL_RESTART). */
export const RESTART_CODE = 81

/** The only variables that a child process gets from our environment: no key, no password, no address. */
export const CHILD_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
}

/**
 * The program to run for a `soffice`: the binary beside it if there is one. `soffice` itself is a script that starts a
 * launcher that starts the program; when the group is killed, the launcher's child has no parent, and in a container
 * without an init process each one would stay a zombie.
 */
export async function officeProgram(officePath: string): Promise<string> {
  try {
    const program = join(dirname(await realpath(officePath)), 'soffice.bin')
    await access(program, constants.X_OK)
    return program
  } catch {
    // Another layout (a wrapper, macOS): it finds its program itself.
    return officePath
  }
}

/** Starts an office in a process group of its own, listening on a pipe of the given name. */
export function spawnOffice(program: string, folder: string, pipeName: string): ChildProcess {
  const profile = pathToFileURL(join(folder, 'profile')).href
  const child = spawn(
    program,
    [
      '--headless',
      '--invisible',
      '--nocrashreport',
      '--nodefault',
      '--nologo',
      '--nofirststartwizard',
      '--norestore',
      `-env:UserInstallation=${profile}`,
      `--accept=pipe,name=${pipeName};urp;StarOffice.ComponentContext`,
    ],
    {
      detached: true,
      stdio: 'ignore',
      cwd: folder,
      env: { ...CHILD_ENVIRONMENT, HOME: folder, TMPDIR: join(folder, 'tmp') },
    },
  )
  // The failure shows as a process without a pid; without a listener it would end our own process.
  child.on('error', () => undefined)
  return child
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
