import sharp from 'sharp'

/** What resizing a picture takes at least: sharp in a process of its own, and nothing around it. */
process.on('message', async ({ input, output }: { input: string; output: string }) => {
  const startMs = performance.now()
  await sharp(input).resize({ width: 500, withoutEnlargement: true }).jpeg({ quality: 82 }).toFile(output)
  process.send?.(performance.now() - startMs)
})
