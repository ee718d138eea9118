import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isVideo } from '#src/matching/file-names.ts'

/** What is said of a link that is not followed, which may hold films. */
export type UnreadLink = { path: string; reason: string }

/** What the links in a folder are: names of video files, of which only the name is read, and what is not followed. */
type Links = { videos: string[]; unread: UnreadLink[] }

/** Where folders really are, whatever links lead there. */
export const realPathsOf = (paths: readonly string[]): Promise<string[]> =>
  Promise.all(paths.map((path) => realpath(path)))

/**
 * Follows the links in a folder as far as nothing of what they lead to is read: a video file counts by the name of its
 * link. What lies in one of the roots is read there anyway, and folders elsewhere are for a person to import.
 */
export async function linksIn(folder: string, names: readonly string[], roots: readonly string[]): Promise<Links> {
  const links: Links = { videos: [], unread: [] }
  for (const name of names) {
    const path = join(folder, name)
    const target = await realpath(path).catch(() => undefined)
    const found = target === undefined ? undefined : await stat(target).catch(() => undefined)
    if (target === undefined || !found) links.unread.push({ path, reason: 'is a link that leads nowhere' })
    else if (isBelow(target, roots)) continue
    else if (found.isDirectory())
      links.unread.push({ path, reason: 'is a link to a folder outside, which is not read: import that one itself' })
    else if (found.isFile() && isVideo(name)) links.videos.push(name)
    else if (/\.nfo$/i.test(name)) links.unread.push({ path, reason: 'is a link to a file outside, which is not read' })
  }
  return links
}

const isBelow = (path: string, roots: readonly string[]) =>
  roots.some((root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`))
