import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Recorded } from '../servers/bare.ts'
import { type Server, startProgram } from './server.ts'
import { pathFound } from './tools.ts'

/** nginx with one worker that sends the bytes of each reply, or as many, as the files `/0`, `/1`, …. */
export async function startNginx(folder: string, replies: readonly Recorded[]): Promise<Server> {
  const files = join(folder, 'files')
  await mkdir(files, { recursive: true })
  for (const [at, { bytes, body = 'x'.repeat(bytes) }] of replies.entries())
    await writeFile(join(files, String(at)), body)
  const file = join(folder, 'nginx.conf')
  return startProgram({
    command: pathFound('nginx'),
    args: async (port) => {
      await writeFile(file, configuration(folder, port))
      return ['-p', folder, '-c', file]
    },
  })
}

const configuration = (folder: string, port: number) => `
daemon off;
worker_processes 1;
user root;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  open_file_cache max=20000;
  default_type application/json;
  keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
  }
}
`
