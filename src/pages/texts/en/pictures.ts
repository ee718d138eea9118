export const pictures = {
  images: 'Images',
  galleries: {
    posters: 'Posters',
    backdrops: 'Backdrops',
    logos: 'Logos',
    stills: 'Stills',
    profiles: 'Portraits',
  },
  /** What a picture shows, for who does not see it. */
  shows: {
    posters: (name: string) => `Poster of ${name}`,
    backdrops: (name: string) => `Backdrop of ${name}`,
    logos: (name: string) => `Logo of ${name}`,
    stills: (name: string) => `Still from ${name}`,
    profiles: (name: string) => `Portrait of ${name}`,
  },
  imagesOf: (name: string) => `Images of ${name}`,
  none: 'No images yet',
  noneText: 'Nobody has added one.',
}
