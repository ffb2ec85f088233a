import { prepareMap } from "/Sources/CityExplorerPage/Site/map.js";

const site = "/Sources/CityExplorerServer/Site";
/** The regions whose cities were asked for; tests replace what answers. */
window.asked = [];
prepareMap(document.getElementById("world"), {
  outlines: [`${site}/world.svg`, `${site}/world-fine.svg`],
  tiles: new URLSearchParams(location.search).get("tiles"),
  citiesIn: () => null,
});
