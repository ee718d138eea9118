import type { Mood } from '../palettes.ts'
import { desert, forest, hills, night, peaks, sea } from './lands.ts'
import { balloons, bridge, road } from './places.ts'
import type { Scene } from './scene.ts'
import { arches, blinds, orbits, rays, spiral, tiles } from './shapes.ts'
import { leaves, lighthouse } from './shores.ts'
import { circles, curtain, ribbons, stairs, umbrellas } from './stagecraft.ts'

/** The scenes for each mood. */
export const scenes: Readonly<Record<Mood, readonly Scene[]>> = {
  drama: [hills, sea, stairs, arches, curtain, ribbons, night, tiles, bridge, road, lighthouse, leaves],
  comedy: [tiles, rays, circles, umbrellas, curtain, ribbons, hills, balloons, road],
  crime: [blinds, night, spiral, stairs, arches, umbrellas, bridge, lighthouse],
  horror: [forest, night, spiral, arches, peaks, lighthouse, leaves],
  romance: [sea, circles, ribbons, hills, umbrellas, arches, bridge, balloons, leaves],
  future: [orbits, tiles, peaks, spiral, circles, orbits],
  fantasy: [peaks, arches, forest, hills, orbits, balloons, lighthouse, leaves],
  action: [rays, night, peaks, desert, spiral, road, bridge],
  history: [arches, hills, tiles, sea, stairs, bridge, lighthouse],
  documentary: [circles, hills, sea, tiles, peaks, road, leaves],
  music: [ribbons, circles, curtain, rays, tiles],
  western: [desert, rays, hills, road],
  family: [hills, rays, tiles, umbrellas, circles, sea, forest, balloons],
}
