import { fstatSync, writeSync } from 'node:fs'

type Output = (typeof process)['stdout' | 'stderr'] & { fd: number }

/**
 * Writes the output of this process to the end, where that is a file: Node takes a write of which the disk had room
 * for a part for a whole one. The result says why something could not be written, if so. That ends no process: a
 * server goes on without its log. A reader that has seen enough, such as `head`, is no error.
 */
export function openOutputs(outputs: readonly Output[] = [process.stdout, process.stderr]): () => Error | undefined {
  let fault: Error | undefined
  for (const output of outputs) {
    const notice = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') fault ??= error
    }
    output.on('error', notice)
    if (isFile(output)) writeWhole(output, notice)
  }
  return () => fault
}

/** The streams of terminals, pipes and sockets write everything themselves. */
function isFile({ fd, isTTY }: Output): boolean {
  const found = fstatSync(fd)
  return found.isFile() || (found.isCharacterDevice() && !isTTY)
}

function writeWhole(output: Output, notice: (error: Error) => void) {
  output._write = (chunk: Buffer, _encoding, done) => {
    try {
      for (let at = 0; at < chunk.length; ) at += writeSync(output.fd, chunk, at)
    } catch (error) {
      // The event comes later, when the command may have ended.
      notice(error as Error)
      return done(error as Error)
    }
    done()
  }
}
