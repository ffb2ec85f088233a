"""What geocoders of web maps send: leaflet-control-geocoder's Photon and Pelias, and MapLibre's geocoder.

They run in browsers; here are their requests, with all parameters, and what they read of the answers.
"""

import unittest

from service import ServiceTestCase


class LeafletTests(ServiceTestCase):
    """leaflet-control-geocoder: each method of its Photon and of its Pelias."""

    def test_photon_geocodes(self):
        # A map that was moved around the Earth has longitudes beyond 180 degrees.
        for path in ["/api/", "/api"]:
            answer = self.get(path, {"q": "munich", "lat": 48.1, "lon": 371.5, "zoom": 10})
            self._has_photon_places(answer, first="Munich, Bavaria, Germany")

    def test_photon_reverses(self):
        answer = self.get("/reverse/", {"lat": 48.137, "lon": 371.575})
        self._has_photon_places(answer, first="Munich, Bavaria, Germany")

    def test_pelias_geocodes_and_suggests(self):
        for path in ["/pelias/v1/search", "/pelias/v1/autocomplete"]:
            self._has_pelias_places(self.get(path, {"text": "munich"}), first="Munich, Bavaria, Germany")
            self._has_pelias_places(
                self.get(path, {"api_key": "undefined", "text": "munich", "layers": "coarse", "size": 3}),
                first="Munich, Bavaria, Germany")

    def test_pelias_reverses(self):
        answer = self.get("/pelias/v1/reverse", {"api_key": "x", "point.lat": 48.137, "point.lon": 11.575})
        self._has_pelias_places(answer, first="Munich, Bavaria, Germany")

    def test_languages_of_the_browser(self):
        headers = {"Accept-Language": "it-IT,it;q=0.9,en;q=0.8"}
        answer = self.get("/api/", {"q": "munich"}, **headers)
        self._has_photon_places(answer, first="Monaco di Baviera, Bavaria, Germania")
        answer = self.get("/pelias/v1/search", {"text": "munich"}, **headers)
        self._has_pelias_places(answer, first="Monaco di Baviera, Bavaria, Germania")

    def _has_photon_places(self, answer, first):
        labels = []
        for feature in answer["features"]:
            longitude, latitude = feature["geometry"]["coordinates"]
            self.assertTrue(-180 <= longitude <= 180 and -90 <= latitude <= 90)
            properties = feature["properties"]
            # It has no extent, so the point is shown.
            self.assertNotIn("extent", properties)
            names = ["name", "street", "suburb", "hamlet", "town", "city", "state", "country"]
            labels.append(", ".join(properties[name] for name in names if properties.get(name)))
        self.assertEqual(labels[0], first)

    def _has_pelias_places(self, answer, first):
        for feature in answer["features"]:
            longitude, latitude = feature["geometry"]["coordinates"]
            self.assertTrue(-180 <= longitude <= 180 and -90 <= latitude <= 90)
            self.assertNotIn("bbox", feature)
        self.assertEqual(answer["features"][0]["properties"]["label"], first)


class MapLibreTests(ServiceTestCase):
    """MapLibre's geocoder, which calls a function of the page with its settings.

    The function in OtherClients.md hands them on to Photon's interface like this.
    """

    SETTINGS = {
        "query": "springfield", "limit": 5, "language": ["de", "en"], "countries": ["us", "ca"],
        "bbox": [-95, 36, -85, 43], "proximity": [-89.65, 39.8], "types": ["place"],
    }

    def test_forward(self):
        settings = self.SETTINGS
        longitude, latitude = settings["proximity"]
        answer = self.get("/api", {
            "q": settings["query"], "limit": settings["limit"], "lang": ",".join(settings["language"]),
            "countrycode": settings["countries"], "bbox": ",".join(map(str, settings["bbox"])),
            "lat": latitude, "lon": longitude,
        })
        properties = [feature["properties"] for feature in answer["features"]]
        self.assertEqual(properties[0]["name"], "Springfield")
        self.assertEqual(properties[0]["state"], "Illinois")
        self.assertEqual(properties[0]["country"], "Vereinigte Staaten")
        self.assertLessEqual(len(properties), 5)
        for feature in answer["features"]:
            longitude, latitude = feature["geometry"]["coordinates"]
            self.assertTrue(-95 <= longitude <= -85 and 36 <= latitude <= 43)

    def test_reverse(self):
        answer = self.get("/reverse", {"lon": 11.575, "lat": 48.137, "limit": 1})
        self.assertEqual(answer["features"][0]["properties"]["name"], "Munich")


if __name__ == "__main__":
    unittest.main()
