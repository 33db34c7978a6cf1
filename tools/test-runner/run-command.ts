import { ROOT } from './root.ts'

/** Ends this process with what `run` says of the paths on the command line, or with the help that is asked for. */
export async function runCommand(
  help: string,
  run: (paths: readonly string[]) => Promise<boolean>,
): Promise<never> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help)
    process.exit(0)
  }
  process.chdir(ROOT)
  process.exit((await run(args)) ? 0 : 1)
}
