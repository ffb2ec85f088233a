"""Geocoders in Python: geopy's Photon and Pelias, and geocoder's komoot."""

import unittest

import geocoder
from geopy.exc import GeocoderQueryError
from geopy.geocoders import Pelias, Photon
from geopy.point import Point

from service import PATIENCE, ServiceTestCase

MUNICH = (48.137, 11.575)


class GeopyPhotonTests(ServiceTestCase):
    def setUp(self):
        self.photon = Photon(domain=self.address, scheme="http", timeout=PATIENCE)

    def test_finds_a_city(self):
        place = self.photon.geocode("Munich, Germany")
        self.assertEqual(place.address, "Munich, Bavaria, Germany")
        self.assertAlmostEqual(place.latitude, 48.13743)
        self.assertAlmostEqual(place.longitude, 11.57549)
        self.assertEqual(place.raw["properties"]["osm_id"], 2867714)

    def test_finds_nothing(self):
        self.assertIsNone(self.photon.geocode("qqqqxxxxzzzz"))
        self.assertIsNone(self.photon.geocode("munich", osm_tag="tourism"))

    def test_gives_names_in_a_language(self):
        self.assertEqual(self.photon.geocode("munich", language="de").address, "München, Bavaria, Deutschland")
        self.assertEqual(self.photon.reverse(MUNICH, language="it").raw["properties"]["country"], "Germania")

    def test_gives_several_up_to_a_limit(self):
        places = self.photon.geocode("springfield", exactly_one=False, limit=5)
        self.assertEqual(len(places), 5)
        self.assertEqual(len(self.photon.geocode("springfield", exactly_one=False)), 15)

    def test_prefers_what_is_near(self):
        near = self.photon.geocode("birmingham", location_bias=Point(33.5, -86.8))
        self.assertEqual(near.raw["properties"]["countrycode"], "US")
        self.assertEqual(self.photon.geocode("birmingham").raw["properties"]["countrycode"], "GB")

    def test_selects_by_tag_and_rectangle(self):
        texas = [Point(25, -107), Point(37, -93)]
        self.assertEqual(self.photon.geocode("paris", bbox=texas).raw["properties"]["state"], "Texas")
        towns = self.photon.geocode("paris", osm_tag=["place:town", "!place:village"], exactly_one=False)
        self.assertEqual({place.raw["properties"]["osm_value"] for place in towns}, {"town"})

    def test_finds_the_nearest_city(self):
        self.assertIn("Munich", self.photon.reverse(MUNICH).address)
        self.assertEqual(len(self.photon.reverse(MUNICH, exactly_one=False, limit=3)), 3)


class GeopyPeliasTests(ServiceTestCase):
    def setUp(self):
        self.pelias = Pelias(self.address + "/pelias", api_key="unused", scheme="http", timeout=PATIENCE)

    def test_finds_a_city(self):
        place = self.pelias.geocode("Munich, Germany")
        self.assertEqual(place.address, "Munich")
        self.assertEqual(place.raw["properties"]["label"], "Munich, Bavaria, Germany")
        self.assertEqual(place.raw["properties"]["gid"], "geonames:locality:2867714")

    def test_finds_nothing(self):
        self.assertIsNone(self.pelias.geocode("qqqqxxxxzzzz"))

    def test_gives_names_in_a_language(self):
        # Either of the forms that geopy documents.
        for language in ["de", "de,en", "de-DE", "de-CH, de;q=0.9, en;q=0.5"]:
            self.assertEqual(self.pelias.geocode("munich", language=language).address, "München")

    def test_selects_by_country_and_rectangle(self):
        for countries in [["USA"], ["US", "CAN"]]:
            place = self.pelias.geocode("birmingham", countries=countries)
            self.assertEqual(place.raw["properties"]["country_a"], "USA")
        texas = [Point(25, -107), Point(37, -93)]
        self.assertEqual(self.pelias.geocode("paris", boundary_rect=texas).raw["properties"]["region"], "Texas")

    def test_says_what_is_wrong(self):
        with self.assertRaisesRegex(GeocoderQueryError, "400"):
            self.pelias.geocode("munich", countries=["XYZ"])

    def test_finds_the_nearest_city(self):
        self.assertEqual(len(self.pelias.reverse(MUNICH, exactly_one=False)), 10)
        self.assertEqual(self.pelias.reverse(MUNICH).raw["properties"]["country"], "Germany")


class GeocoderKomootTests(ServiceTestCase):
    def test_finds_cities(self):
        for text in ["Ottawa, Ontario", "Ottawa Ontario"]:
            found = geocoder.komoot(text, url=self.origin + "/api", maxRows=3, timeout=PATIENCE)
            self.assertTrue(found.ok, found.status)
            self.assertEqual(found.city, "Ottawa")
            self.assertEqual(found.state, "Ontario")
            self.assertEqual(found.country, "Canada")
            self.assertEqual(found.address, "Ottawa Ontario, Canada")
            self.assertEqual([found.osm_key, found.osm_value, found.osm_type], ["place", "city", "N"])
            self.assertAlmostEqual(found.lat, 45.41, places=1)

    def test_finds_the_nearest_city(self):
        found = geocoder.komoot([45.42, -75.69], method="reverse", url=self.origin + "/reverse", timeout=PATIENCE)
        self.assertTrue(found.ok, found.status)
        self.assertEqual(found.country, "Canada")
        self.assertEqual(found.state, "Ontario")


if __name__ == "__main__":
    unittest.main()
