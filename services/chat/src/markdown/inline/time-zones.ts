/** Abbreviations of time zones. If one has several meanings, the more populous place is meant. */

const OFFSETS = `
  utc 0 gmt 0 z 0 wet 0 west 60 bst 60 cet 60 cest 120 met 60 mest 120 eet 120 eest 180 msk 180
  msd 240 trt 180 wat 60 cat 120 eat 180 sast 120 ist 330 pkt 300 uzt 300 npt 345 bdt 360 mmt 390
  ict 420 wib 420 wita 480 wit 540 cst -360 cdt -300 est -300 edt -240 mst -420 mdt -360 pst -480
  pdt -420 akst -540 akdt -480 hst -600 hdt -540 ast -240 adt -180 nst -210 ndt -150 brt -180
  brst -120 art -180 clt -240 clst -180 pet -300 cot -300 vet -240 bot -240 uyt -180 sgt 480 hkt 480
  pht 480 awst 480 jst 540 kst 540 acst 570 acdt 630 aest 600 aedt 660 nzst 720 nzdt 780 idt 180
  irst 210 gst 240 azt 240 get 240 amt 240 sst -660 chst 600 wast 120`

const MINUTES: ReadonlyMap<string, number> = new Map(
  [...OFFSETS.matchAll(/([a-z]+) (-?\d+)/g)].map((m) => [m[1] ?? '', Number(m[2])]),
)

/** Minutes east of UTC. */
export function zoneOffsetMinutes(abbreviation: string): number | undefined {
  return MINUTES.get(abbreviation.toLowerCase())
}
